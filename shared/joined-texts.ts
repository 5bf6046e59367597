/**
 * A coding of columns, on disk and for clients that ask for it: a column of texts as a single text. V8's JSON.parse
 * looks every text of up to ten characters up in one table of all texts, which takes 15 times as long as reading it,
 * and longer with each.
 */

/** Hardly ever typed, one byte, and JSON does not escape it. A column with it in a text stays as it is. */
const between = '\u007f'

/** [CH9] How a client asks for it, and how a server knows; who does not ask gets lists. */
export const joinedTexts = { texts: 'joined' }

export function asksForJoinedTexts(query: URLSearchParams): boolean {
  return query.get('texts') === joinedTexts.texts
}

interface Columns {
  uid: string[]
  id: string[]
  fields: Record<string, unknown[]>
}

export type Joined<T extends Columns> = Omit<T, keyof Columns> & {
  uid: string | string[]
  id: string | string[]
  fields: { [name: string]: string | T['fields'][string] }
}

export function joinTexts<T extends Columns>(columns: T): Joined<T> {
  const fields = Object.entries(columns.fields).map(([name, values]) => [name, joined(values)] as const)
  return {
    ...columns,
    uid: joined(columns.uid),
    id: joined(columns.id),
    fields: Object.fromEntries(fields) as Joined<T>['fields'],
  }
}

/** Takes columns that were never joined, too. */
export function splitTexts<T extends Columns>(columns: Joined<T>): T {
  const fields = Object.entries(columns.fields).map(([name, values]) => [name, split(values)] as const)
  const whole: Joined<T> = {
    ...columns,
    uid: split(columns.uid),
    id: split(columns.id),
    fields: Object.fromEntries(fields) as Joined<T>['fields'],
  }
  return whole as unknown as T
}

function joined<T>(values: T[]): string | T[] {
  const isText =
    values.length > 0 && values.every(each => typeof each === 'string' && !each.includes(between))
  return isText ? values.join(between) : values
}

function split<T>(values: string | T[]): T[] {
  return typeof values === 'string' ? (values.split(between) as T[]) : values
}
