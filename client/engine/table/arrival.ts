/** News from the server: records of one kind, columns side by side, and uids of those that are gone. */
import type { Value } from '../../../shared/fields.ts'
import type { ChangesLine, ServerRecord } from '../../../shared/protocol.ts'
import { columnsOf } from '../../../shared/provenance.ts'
import type { Columns } from './page.ts'

export interface Arrival extends Columns {
  deleted: string[]
}

export const noArrival: Arrival = { uid: [], id: [], version: [], fields: {}, deleted: [] }

export function arrivalOf({ uid, id, version, fields, by, at }: ServerRecord): Arrival {
  const columns = Object.entries(columnsOf<Value>({ fields, by, at })).map(
    ([name, value]): [string, Value[]] => [name, [value]],
  )
  return { uid: [uid], id: [id], version: [version], fields: Object.fromEntries(columns), deleted: [] }
}

/** [CH10] From here on, name and time of a record's last change are columns among the others. */
export function arrivalOfLine({ uid, id, version, by, at, fields, deleted }: ChangesLine): Arrival {
  const columns = columnsOf<Value[]>({ fields: fields as Arrival['fields'], by, at })
  return { uid, id, version, fields: columns, deleted }
}

/** Several of one kind as one; a column some of them lack is filled with null. */
export function joined(arrivals: readonly Arrival[]): Arrival {
  const names = new Set(arrivals.flatMap(({ fields }) => Object.keys(fields)))
  const columnOf = (name: string) =>
    together(arrivals.map(({ uid, fields }) => fields[name] ?? uid.map(() => null)))
  return {
    uid: together(arrivals.map(({ uid }) => uid)),
    id: together(arrivals.map(({ id }) => id)),
    version: together(arrivals.map(({ version }) => version)),
    fields: Object.fromEntries([...names].map(name => [name, columnOf(name)])),
    deleted: together(arrivals.map(({ deleted }) => deleted)),
  }
}

function together<T>(parts: readonly (readonly T[])[]): T[] {
  return ([] as T[]).concat(...parts)
}
