/** What differs between the databases, and so lives in one driver file each. */
import type { Dialect, RawBuilder } from 'kysely'
import type { AppError } from '../../shared/errors.ts'
import type { FieldTypeName, Value } from '../../shared/fields.ts'
import type { Db } from './schema.ts'

/** A field type's values in a column and back. Integers and references leave the database as text. */
export interface ColumnCodec {
  encode(value: Value): unknown
  decode(stored: unknown): Value
}

/** Column definitions for migrations, as SQL. All are `not null`. */
export interface ColumnTypes {
  id: string
  text(name: string, length: number): string
  boolean(name: string): string
  datetime(name: string): string
  integer(name: string): string
}

/** The database refuses a write that the server's own checks let through. */
export class ConstraintViolation extends Error {
  /** The issue that the refused mutation gets. */
  readonly code = 'refused'

  constructor(cause: unknown) {
    super('The database refused a write', { cause })
    this.name = 'ConstraintViolation'
  }
}

/** Rows to be written or looked up, with the type of each column. */
export interface Given {
  columns: Readonly<Record<string, FieldTypeName>>
  rows: readonly Readonly<Record<string, unknown>>[]
}

/** SQL that takes one bound value however many rows there are, so that a statement's text is always the same. */
export interface SetSql {
  /** A condition: the column has one of these values. */
  isAmong(column: RawBuilder<unknown>, values: readonly string[]): RawBuilder<boolean>
  /** A table called `given`. */
  given(rows: Given): RawBuilder<unknown>
  /** An expression: these values as the text of a JSON array. */
  jsonOf(values: readonly RawBuilder<unknown>[]): RawBuilder<string>
  /** Writes in the order in which they may run one by one; all in one statement where the database takes that. */
  together(writes: readonly RawBuilder<unknown>[]): readonly RawBuilder<unknown>[]
}

/** How processes on one database hear of each other's commits, beside asking. */
export interface Notices {
  /** Tells the others a clock. */
  tell(db: Db, clock: number): Promise<void>
  listen(onClock: (clock: number) => void): {
    /** Connects where it is not connected. */
    keep(): Promise<void>
    stop(): Promise<void>
  }
}

/** In bytes. */
export interface Sizes {
  database: number
  /** Of the write-ahead log, where it is a file of ours. */
  wal?: number
  /** What went through it so far, where it is the database server's. */
  walWritten?: number
  diskFree?: number
}

export interface Driver {
  name: 'sqlite' | 'postgres'
  sets: SetSql
  dialect: Dialect
  /** Connects for migrations, where `dialect` has limits of time. */
  unhurried?: Dialect
  /** Where several processes may be at one database. */
  notices?: Notices
  /** [RS10] Keeps the database as it is before `migration` changes it. Throws where it cannot. */
  keepBefore?(migration: string): void
  codecs: Record<FieldTypeName, ColumnCodec>
  columns: ColumnTypes
  /** Refuses a database whose settings would break a promise, with one clear line. */
  check(db: Db): Promise<void>
  /** Whether a transaction ended by this error may be run once more, as nothing of it was kept. */
  mayBeRepeated(error: unknown): boolean
  sizes(db: Db): Promise<Sizes>
  /** What an error of this database means; undefined when it is none of its expected ones. */
  translate(error: unknown): AppError | ConstraintViolation | undefined
}

function asText(stored: unknown): Value {
  return stored === null || stored === undefined ? null : String(stored)
}

/** Codecs of the types that every database stores alike. */
export const plainCodecs = {
  text: { encode: (value: Value) => value, decode: asText },
  instant: { encode: (value: Value) => value, decode: asText },
  integer: { encode: (value: Value) => value, decode: asText },
  reference: { encode: (value: Value) => value, decode: asText },
}
