/** What comes from the server: records of one kind, columns side by side, and uids of those that are gone. */
import type { Value } from '../../shared/fields.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import type { Columns } from './page.ts'

export interface Arrival extends Columns {
  deleted: string[]
}

/** The same before its values are known to be such. */
type Received = Omit<Arrival, 'fields'> & { fields: Record<string, readonly unknown[]> }

export const noArrival: Arrival = { uid: [], id: [], version: [], fields: {}, deleted: [] }

export function arrivalOf({ uid, id, version, fields }: ServerRecord): Arrival {
  const columns = Object.entries(fields).map(([name, value]): [string, Value[]] => [name, [value]])
  return { uid: [uid], id: [id], version: [version], fields: Object.fromEntries(columns), deleted: [] }
}

/** Several of one kind as one; a column some of them lack is filled with null. */
export function joined(arrivals: Iterable<Received>): Arrival {
  const whole: Arrival = { uid: [], id: [], version: [], fields: {}, deleted: [] }
  for (const each of arrivals) {
    const start = whole.uid.length
    for (const [name, values] of Object.entries(each.fields)) {
      const column = (whole.fields[name] ??= new Array<Value>(start).fill(null))
      for (const value of values) column.push(value as Value)
    }
    for (const uid of each.uid) whole.uid.push(uid)
    for (const id of each.id) whole.id.push(id)
    for (const version of each.version) whole.version.push(version)
    for (const uid of each.deleted) whole.deleted.push(uid)
    for (const column of Object.values(whole.fields))
      while (column.length < whole.uid.length) column.push(null)
  }
  return whole
}
