/**
 * A coding of columns, on disk, in memory and for clients that ask for it: a column of texts as a single text. V8's
 * JSON.parse looks every text of up to ten characters up in one table of all texts, which takes 15 times as long as
 * reading it, and longer with each.
 */

/** Hardly ever typed, one byte, and JSON does not escape it. A column with it in a text stays as it is. */
export const between = '\u007f'

/** [CH9] How a client asks for it, and how a server knows; who does not ask gets lists. */
export const joinedTexts = { texts: 'joined' }

export function asksForJoinedTexts(query: URLSearchParams): boolean {
  return query.get('texts') === joinedTexts.texts
}

/** By name, a column of texts as one, any other as it is. */
export type JoinedFields<V> = Record<string, string | V[]>

interface Columns<V> {
  uid: string[]
  id: string[]
  /** On the wire; pages have them among their fields. */
  by?: string[]
  at?: string[]
  fields: Record<string, V[]>
}

export type Joined<T extends Columns<unknown>> = Omit<T, keyof Columns<unknown>> & {
  uid: string | string[]
  id: string | string[]
  by?: string | string[]
  at?: string | string[]
  fields: JoinedFields<T['fields'][string][number]>
}

/** Columns of texts beside the fields. */
const besideFields = ['uid', 'id', 'by', 'at'] as const

export function joinTexts<T extends Columns<unknown>>(columns: T | Joined<T>): Joined<T> {
  const joined = { ...(columns as Joined<T>) }
  joined.fields = joinFields(joined.fields)
  for (const name of besideFields) if (joined[name] !== undefined) joined[name] = join(joined[name])
  return joined
}

/** Takes columns that were never joined, too. */
export function splitTexts<T extends Columns<unknown>>(columns: Joined<T>): T {
  const apart: Joined<T> = { ...columns }
  apart.fields = splitFields(apart.fields)
  for (const name of besideFields) if (apart[name] !== undefined) apart[name] = split(apart[name])
  return apart as unknown as T
}

export function joinFields<V>(fields: JoinedFields<V>): JoinedFields<V> {
  return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, join(values)]))
}

export function splitFields<V>(fields: JoinedFields<V>): Record<string, V[]> {
  return Object.fromEntries(Object.entries(fields).map(([name, values]) => [name, split(values)]))
}

function join<V>(values: string | V[]): string | V[] {
  if (typeof values === 'string') return values
  const isText =
    values.length > 0 && values.every(each => typeof each === 'string' && !each.includes(between))
  return isText ? values.join(between) : values
}

export function split<L extends readonly unknown[]>(values: string | L): L {
  return typeof values === 'string' ? (values.split(between) as readonly unknown[] as L) : values
}
