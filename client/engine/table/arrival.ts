/** What comes from the server: records of one kind, columns side by side, and uids of those that are gone. */
import type { Value } from '../../../shared/fields.ts'
import type { ServerRecord } from '../../../shared/protocol.ts'
import type { Columns } from './page.ts'

export interface Arrival extends Columns {
  deleted: string[]
}

/** The same before its values are known to be such. */
type Received = Omit<Arrival, 'fields'> & { fields: Record<string, unknown[]> }

export const noArrival: Arrival = { uid: [], id: [], version: [], fields: {}, deleted: [] }

export function arrivalOf({ uid, id, version, fields }: ServerRecord): Arrival {
  const columns = Object.entries(fields).map(([name, value]): [string, Value[]] => [name, [value]])
  return { uid: [uid], id: [id], version: [version], fields: Object.fromEntries(columns), deleted: [] }
}

/** Several of one kind as one; a column some of them lack is filled with null. */
export function joined(arrivals: readonly Received[]): Arrival {
  const names = new Set(arrivals.flatMap(({ fields }) => Object.keys(fields)))
  const columnOf = (name: string) =>
    together(arrivals.map(({ uid, fields }) => (fields[name] as Value[]) ?? uid.map(() => null)))
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
