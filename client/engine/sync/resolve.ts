/** What a person's choice about a parked mutation does. Pure. */
import type { Resolution } from '../../contract.ts'
import type { OutboxRow } from '../disk/outbox.ts'
import type { Fields } from '../../../shared/record.ts'
import { withChanges } from '../work/combine.ts'
import { letGo } from './let-go.ts'
import { type Act, nothing, type Planned } from './plan.ts'
import { replaceParked } from './plan-save.ts'

/** All fields as the person wants them; null: deleted. */
export function mineOf({ mutation, base }: OutboxRow): Fields | null {
  if (mutation.op === 'create') return mutation.fields
  return mutation.op === 'update' ? withChanges(base?.fields ?? {}, mutation.changes) : null
}

/** The parked row leaves; what the person decided takes its place, as a new mutation. */
export function planResolution(act: Act, row: OutboxRow, resolution: Resolution): Planned {
  return { ...replacement(act, row, resolution), remove: [row.seq] }
}

function replacement(act: Act, row: OutboxRow, resolution: Resolution): Planned {
  const id = act.newUid()
  const fresh = { ...row, at: act.now, attempted: false, parked: null }
  const theirs = row.parked?.outcome === 'conflict' ? row.parked.record : null
  switch (resolution.kind) {
    case 'discard':
      return letGo(act, row)
    case 'retry':
      return { put: [{ ...fresh, mutation: { ...row.mutation, id } }] }
    case 'delete': {
      const { kind, uid } = row.mutation
      const mutation = { id, kind, uid, op: 'delete' as const, version: theirs?.version ?? 0 }
      return theirs ? { put: [{ ...fresh, mutation, base: theirs }] } : nothing
    }
    case 'restore': {
      const fields = mineOf(row)
      return fields ? replaceParked(act, row, fields) : nothing
    }
    case 'choose': {
      const mine = mineOf(row)
      if (!theirs || !mine) return nothing
      return replaceParked(act, row, { ...theirs.fields, ...chosen(row, mine, resolution.fields) })
    }
  }
}

/** Of the fields the person changed, those that do not conflict and those where they chose their own. */
function chosen(
  { mutation, parked }: OutboxRow,
  mine: Fields,
  choices: Record<string, 'mine' | 'theirs'>,
): Fields {
  const names = mutation.op === 'update' ? Object.keys(mutation.changes) : Object.keys(mine)
  const conflicts = parked?.outcome === 'conflict' ? parked.fields : []
  const taken = names.filter(name => !conflicts.includes(name) || choices[name] === 'mine')
  return Object.fromEntries(taken.map(name => [name, mine[name] ?? null]))
}
