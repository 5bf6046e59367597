/** What goes out when a person lets a mutation go. Pure. */
import type { OutboxRow } from '../disk/outbox.ts'
import { equalValues } from '../../../shared/fields.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import type { Changes } from '../../../shared/record.ts'
import { isEmpty, reversed } from '../work/combine.ts'
import { type Act, type Planned, seenBy } from './plan.ts'
import { isUncertain } from './suspicion.ts'

type Moment = Pick<Act, 'now' | 'newUid'>
type Base = NonNullable<OutboxRow['base']>

/** [OB9] Of a delete what it had taken along stays, as another mutation; of anything else nothing does. */
export function letGo(act: Act, row: OutboxRow): Planned {
  if (isUncertain(row.parked)) return takingBack(act, row)
  return { put: row.took ? [edit(act, row, row.took)] : [], remove: [row.seq] }
}

/** [OB15] It may have been applied: what takes it back goes out, unless others have done something to it since. */
function takingBack(act: Act, row: OutboxRow): Planned {
  const { mutation, base, took } = row
  const { kind, uid } = mutation
  if (mutation.op === 'update') {
    const changes = stillOurs(act, reversed(mutation.changes))
    return isEmpty(changes) ? { remove: [row.seq] } : { put: [edit(act, row, changes)] }
  }
  if (mutation.op === 'create') {
    const made = { version: 0, fields: mutation.fields }
    const gone: Mutation = { id: act.newUid(), kind, uid, op: 'delete', version: 0 }
    return { put: [fresh(act, row, { mutation: gone, base: made })] }
  }
  // Somebody has changed it since, so that the delete was not applied, and will not be.
  const isThere = !act.isResyncing && base && base.version > 0 && act.version > base.version
  if (isThere || !base) return letGo(act, { ...row, parked: null })
  return { put: keeping(act, row, { base, took, seq: 0 }) }
}

/** What others have put there needs no taking back. */
function stillOurs({ confirmed }: Act, changes: Changes): Changes {
  const isOurs = ([name, pair]: [string, Changes[string]]) =>
    confirmed && pair.some(value => equalValues(confirmed[name] ?? null, value))
  return Object.fromEntries(Object.entries(changes).filter(isOurs))
}

/**
 * [OB15] A record whose delete may have been done is made again, as it was before; what its person wants instead comes
 * behind, as the record may be there all the same, and as others have it.
 */
export function keeping(
  moment: Moment,
  row: OutboxRow,
  { base, took = {}, seq }: { base: Base; took: Changes | undefined; seq: number },
): OutboxRow[] {
  const { kind, uid } = row.mutation
  const create: Mutation = { id: moment.newUid(), kind, uid, op: 'create', fields: base.fields }
  const again = fresh(moment, row, { mutation: create, base: { ...base, version: 0 } })
  return isEmpty(took) ? [again] : [again, { ...edit(moment, row, took), seq }]
}

function edit(moment: Moment, row: OutboxRow, changes: Changes): OutboxRow {
  const { kind, uid } = row.mutation
  const mutation: Mutation = { id: moment.newUid(), kind, uid, op: 'update', changes }
  return fresh(moment, row, { mutation, base: seenBy(mutation, row.base) })
}

function fresh({ now }: Moment, row: OutboxRow, next: Pick<OutboxRow, 'mutation' | 'base'>): OutboxRow {
  const { took: _, ...rest } = row
  return { ...rest, ...next, at: now, attempted: false, parked: null }
}
