/** Everything that only SQLite has: one file, one connection, WAL with a full sync for each commit. */
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  sql,
  type SqliteStatement,
} from 'kysely'
import { AppError } from '../../shared/errors.ts'
import { keepCopyBefore } from './backup.ts'
import { ConstraintViolation, type Driver, plainCodecs, type SetSql, type Sizes } from './driver.ts'
import type { Db } from './schema.ts'

/** A waiting writer stops the whole process, so it does not wait long. */
const busyTimeoutMs = 500

/** Statements kept prepared; beyond that, the oldest go. */
const cachedStatements = 200

/** [RS10] Of the database in its place, for whose upgrade nobody else has kept a copy. */
export function sqliteInPlace(file: string): Driver {
  return { ...sqliteDriver(file), keepBefore: migration => keepCopyBefore(file, migration) }
}

/** `file`: a path, `:memory:`, or the bytes of a database that then lives in memory. */
export function sqliteDriver(file: string | Buffer): Driver {
  return {
    name: 'sqlite',
    sets,
    dialect: new ImmediateDialect({ database: async () => open(file) }),
    codecs: {
      ...plainCodecs,
      boolean: {
        encode: value => (value === null ? null : value === true ? 1 : 0),
        decode: stored => (stored === null ? null : stored === 1),
      },
      datetime: plainCodecs.text,
    },
    columns: {
      id: 'id integer primary key',
      text: (name, length) => `${name} text not null check (length(${name}) <= ${length})`,
      boolean: name => `${name} integer not null check (${name} in (0, 1))`,
      datetime: name => `${name} text not null check (length(${name}) = 19)`,
      integer: name => `${name} integer not null`,
    },
    check: async () => {},
    // Writers wait for each other before they begin.
    mayBeRepeated: () => false,
    sizes: db => sizesOf(db, file),
    translate,
  }
}

/** Lists come as JSON: a statement takes no more than 32,766 bound values. */
const sets: SetSql = {
  isAmong: (column, values) => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`,
  given({ columns, rows }) {
    const names = Object.keys(columns)
    const values = names.map(
      (name, at) => sql`json_extract(value, ${sql.lit(`$[${at}]`)}) as ${sql.ref(name)}`,
    )
    const text = JSON.stringify(rows.map(row => names.map(name => row[name] ?? null)))
    return sql`(select ${sql.join(values)} from jsonb_each(${text})) as given`
  },
  jsonOf: values => sql`json_array(${sql.join(values)})`,
  // No statement of its writes twice; it is in this process, so that each costs no way.
  together: writes => writes,
}

function open(file: string | Buffer): { close(): void; prepare(sql: string): SqliteStatement } {
  const connection = new Database(file, { timeout: busyTimeoutMs })
  connection.pragma('journal_mode = wal')
  connection.pragma('synchronous = full')
  connection.pragma('foreign_keys = on')
  connection.pragma('journal_size_limit = 67108864')
  connection.pragma('trusted_schema = off')
  const statements = new Map<string, SqliteStatement>()
  return {
    close: () => connection.close(),
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      const statement = connection.prepare(sql) as unknown as SqliteStatement
      const oldest = statements.size < cachedStatements ? undefined : statements.keys().next().value
      if (oldest !== undefined) statements.delete(oldest)
      statements.set(sql, statement)
      return statement
    },
  }
}

/** Takes the write lock at once: a transaction that reads first and writes later could fail half-way. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config)
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter()
  }
}

/** What is in memory has no disk. */
async function sizesOf(db: Db, file: string | Buffer): Promise<Sizes> {
  const { rows } = await sql<{ bytes: number }>`select page_count * page_size as bytes
    from pragma_page_count(), pragma_page_size()`.execute(db)
  const database = rows[0]?.bytes ?? 0
  if (typeof file !== 'string' || file === ':memory:') return { database }
  const wal = await stat(`${file}-wal`).catch(none)
  const { bavail, bsize } = await statfs(dirname(file))
  return { database, wal: wal?.size ?? 0, diskFree: bavail * bsize }
}

/** No log has been begun. */
function none(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function translate(error: unknown): AppError | ConstraintViolation | undefined {
  if (!(error instanceof Database.SqliteError)) return undefined
  if (error.code.startsWith('SQLITE_CONSTRAINT')) return new ConstraintViolation(error)
  if (/^SQLITE_(BUSY|LOCKED|IOERR|FULL|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM)/.test(error.code))
    return new AppError('unavailable', {}, { cause: error })
  return undefined
}
