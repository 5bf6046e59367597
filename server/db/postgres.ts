/** What is PostgreSQL's own: its time limits, its SQL, its error codes. */
import { type Dialect, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { AppError } from '../../shared/errors.ts'
import type { FieldTypeName } from '../../shared/fields.ts'
import { ConstraintViolation, type Driver, plainCodecs, type SetSql } from './driver.ts'
import { noticesAt } from './notices.ts'
import { addressesIn, type OnLost, poolOver, type PoolOptions } from './postgres-pool.ts'

/** Type 1114, `timestamp`: read as the text it is. A Date would put a zone on it. */
export const timestampType = 1114

/** No request may hold the others up: each of these ends in 503 and a retry. */
const timeouts = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
  connectionTimeoutMillis: 5_000,
}

/** `onLost`: a pooled connection was lost, in use or not; the pool replaces it. */
export function postgresAt(url: string, onLost: OnLost, listenUrl = url): Driver {
  return {
    ...postgresDriver(postgresDialect(url, onLost)),
    unhurried: unhurriedDialect(url, onLost),
    notices: noticesAt(listenUrl),
  }
}

/** A host that may be behind, and takes no writes. */
export function standbyAt(url: string, onLost: OnLost): Driver {
  return postgresDriver(
    dialectOf(url, { settings: { max: 10, ...timeouts }, onLost, silenceMs, isReading: true }),
  )
}

export function postgresDialect(url: string, onLost: OnLost): Dialect {
  const connectionTimeoutMillis = addressesIn(url).length > 1 ? nextHostMs : timeouts.connectionTimeoutMillis
  const settings = { max: 10, ...timeouts, connectionTimeoutMillis }
  return dialectOf(url, { settings, onLost, silenceMs })
}

/** [SV7] A migration of millions of rows takes as long as it takes, and waits for whoever reads them. */
function unhurriedDialect(url: string, onLost: OnLost): Dialect {
  const { connectionTimeoutMillis } = timeouts
  return dialectOf(url, { settings: { max: 2, connectionTimeoutMillis }, onLost })
}

function dialectOf(url: string, options: PoolOptions): Dialect {
  const getTypeParser = ((type: number, format?: 'text') =>
    type === timestampType
      ? (text: string) => text
      : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser
  const settings = { ...options.settings, types: { getTypeParser } }
  return new PostgresDialect({ pool: poolOver(url, { ...options, settings }) })
}

/** Longer than PostgreSQL itself lets a statement take: whoever says nothing then is not there any more. */
const silenceMs = 8_000

/** Where there is another host, one that does not answer is left soon. */
const nextHostMs = 1_500

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
  statement_timeout: string
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
        current_setting('server_encoding') as encoding,
        current_setting('statement_timeout') as statement_timeout`.execute(db)
      const [{ encoding, statement_timeout, ...durable } = { encoding: '', statement_timeout: '' }] = rows
      if (encoding !== 'UTF8')
        throw new Error(`PostgreSQL's database is in ${encoding}, not in UTF8: names would be refused`)
      // [FL3]
      if (statement_timeout === '0')
        throw new Error(
          `PostgreSQL lets statements take for ever, as a pooler leaves out what we ask for: alter role … set statement_timeout = '5s'`,
        )
      for (const [name, setting] of Object.entries(durable))
        if (setting === 'off') throw new Error(`PostgreSQL has ${name} = off: commits could be lost`)
    },
    mayBeRepeated: error => error instanceof Error && 'code' in error && entangled.has(error.code),
    async sizes(db) {
      const { rows } = await sql<{ bytes: string; written: string | null }>`
        select pg_database_size(current_database()) as bytes,
          case when pg_is_in_recovery() then null else pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') end as written`.execute(
        db,
      )
      const { bytes = 0, written = null } = rows[0] ?? {}
      return { database: Number(bytes), ...(written !== null && { walWritten: Number(written) }) }
    },
    translate,
  }
}

/** Two transactions that could not be told apart in order, or waited for each other: one of them was ended whole. */
const entangled = new Set<unknown>(['40001', '40P01'])

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
