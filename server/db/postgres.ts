/** Everything that only PostgreSQL has: the pool, its time limits, its error codes. */
import type { Socket } from 'node:net'
import { type Dialect, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { AppError } from '../../shared/errors.ts'
import type { FieldTypeName } from '../../shared/fields.ts'
import { ConstraintViolation, type Driver, plainCodecs, type SetSql } from './driver.ts'

/** Type 1114, `timestamp`: read as the text it is. A Date would put a zone on it. */
export const timestampType = 1114

/** No request may hold the others up: each of these ends in 503 and a retry. */
const timeouts = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  connectionTimeoutMillis: 5_000,
}

type OnLost = (error: Error) => void

/** `onLost`: a pooled connection was lost, in use or not; the pool replaces it. */
export function postgresAt(url: string, onLost: OnLost): Driver {
  return { ...postgresDriver(postgresDialect(url, onLost)), unhurried: unhurriedDialect(url, onLost) }
}

export function postgresDialect(url: string, onLost: OnLost): Dialect {
  return dialectOf({ connectionString: url, max: 10, ...timeouts }, connection => {
    connection.on('error', onLost)
    giveUpSilence(connection)
  })
}

/** [SV7] A migration of millions of rows takes as long as it takes, and waits for whoever reads them. */
function unhurriedDialect(url: string, onLost: OnLost): Dialect {
  const { connectionTimeoutMillis } = timeouts
  return dialectOf({ connectionString: url, max: 2, connectionTimeoutMillis }, connection => {
    connection.on('error', onLost)
  })
}

function dialectOf(settings: pg.PoolConfig, prepare: (connection: pg.ClientBase) => void): Dialect {
  const getTypeParser = ((type: number, format?: 'text') =>
    type === timestampType
      ? (text: string) => text
      : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser
  const onConnect = async (connection: pg.ClientBase): Promise<void> => {
    // A connection in use says so by itself that it is lost, and takes the whole process down where nobody listens.
    prepare(connection)
    await connection.query(`set datestyle to 'ISO, YMD'`)
  }
  const pool = new pg.Pool({
    ...settings,
    types: { getTypeParser },
    // The pool waits for it, and lets go of a connection that is lost in here.
    onConnect: onConnect as (connection: pg.ClientBase) => void,
  })
  // The pool repeats what an idle one has said.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}

/** Longer than PostgreSQL itself lets a statement take: whoever says nothing then is not there any more. */
const silenceMs = 8_000

/** Its machine may have gone without a word; a query would wait for minutes, and keep its place in the pool. */
function giveUpSilence(connection: pg.ClientBase): void {
  const { stream } = (connection as unknown as { connection: { stream: Socket } }).connection
  const query = connection.query.bind(connection) as (...given: unknown[]) => Promise<unknown>
  stream.on('timeout', () => stream.destroy())
  const limited = (...given: unknown[]): Promise<unknown> => {
    stream.setTimeout(silenceMs)
    return query(...given).finally(() => stream.setTimeout(0))
  }
  Object.assign(connection, { query: limited })
}

/** Types of columns in rows that come as JSON. */
const typesInJson: Record<FieldTypeName, string> = {
  text: 'text',
  instant: 'text',
  boolean: 'boolean',
  datetime: 'timestamp',
  integer: 'bigint',
  reference: 'bigint',
}

/** One statement, one way to the database and back, whatever is in it. */
const sets: SetSql = {
  isAmong: (column, values) => sql`${column} = any(${values})`,
  given({ columns, rows }) {
    const typed = Object.entries(columns).map(
      ([name, type]) => sql`${sql.ref(name)} ${sql.raw(typesInJson[type])}`,
    )
    return sql`json_to_recordset(cast(${JSON.stringify(rows)} as json)) as given(${sql.join(typed)})`
  },
  jsonOf: values => sql`cast(json_build_array(${sql.join(values)}) as text)`,
  /** Each sees the tables as they were before all of them, and constraints are looked at when all are done. */
  together(writes) {
    if (writes.length < 2) return writes
    const named = writes.map((write, at) => sql`${sql.ref(`write_${at}`)} as (${write})`)
    return [sql`with ${sql.join(named)} select 1`]
  },
}

interface Settings {
  fsync: string
  synchronous_commit: string
  encoding: string
}

export function postgresDriver(dialect: Dialect): Driver {
  return {
    name: 'postgres',
    sets,
    dialect,
    codecs: {
      ...plainCodecs,
      boolean: { encode: value => value, decode: stored => (stored === null ? null : stored === true) },
      datetime: {
        encode: value => value,
        decode: stored => (stored === null ? null : String(stored).replace(' ', 'T')),
      },
    },
    columns: {
      id: 'id bigint primary key',
      text: (name, length) => `${name} varchar(${length}) not null`,
      boolean: name => `${name} boolean not null`,
      datetime: name => `${name} timestamp(0) not null`,
      integer: name => `${name} bigint not null`,
    },
    async check(db) {
      // Of this very session: a role or the address may say otherwise than the server's file.
      const { rows } = await sql<Settings>`select
        current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as synchronous_commit,
        current_setting('server_encoding') as encoding`.execute(db)
      const [{ encoding, ...durable } = { encoding: '' }] = rows
      if (encoding !== 'UTF8')
        throw new Error(`PostgreSQL's database is in ${encoding}, not in UTF8: names would be refused`)
      for (const [name, setting] of Object.entries(durable))
        if (setting === 'off') throw new Error(`PostgreSQL has ${name} = off: commits could be lost`)
    },
    async sizes(db) {
      const { rows } = await sql<{
        bytes: string
      }>`select pg_database_size(current_database()) as bytes`.execute(db)
      return { database: Number(rows[0]?.bytes) }
    },
    translate,
  }
}

/** What `pg` says of a connection that has ended under it; it gives these errors no code. */
const lostConnection =
  /^(Connection terminated|Client (has encountered a connection error|was closed) and is not queryable|timeout exceeded when trying to connect)/

/**
 * Classes 22 and 23: a value or a constraint. What is the server's fault and nobody's edit may pass: also a table or a
 * right that is not there while somebody migrates or puts a copy back.
 */
function translate(error: unknown): AppError | ConstraintViolation | undefined {
  if (!(error instanceof Error)) return undefined
  if (lostConnection.test(error.message)) return new AppError('unavailable', {}, { cause: error })
  if (!('code' in error) || typeof error.code !== 'string') return undefined
  if (/^2[23]...$/.test(error.code)) return new ConstraintViolation(error)
  const mayPass = /^((08|25|28|40|53|55|57|58|XX)...|3D000|42P01|42703|42501)$/.test(error.code)
  const isNetwork = /^E[A-Z_]+$/.test(error.code)
  return mayPass || isNetwork ? new AppError('unavailable', {}, { cause: error }) : undefined
}
