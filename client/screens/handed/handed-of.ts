/** What is handed over, of what waits for its person and of a form that was not saved. Pure. [SC10] */
import type { Handed } from '../../../shared/handed-message.ts'
import { type Changes, changesBetween, type Fields, mapValues, minesOf } from '../../../shared/record.ts'
import type { AttentionItem, WorkRow } from '../../contract.ts'

export function handedOfItem({
  kind,
  uid,
  op,
  title,
  at,
  base,
  mine,
  changed,
  titles,
}: AttentionItem): Handed {
  return { kind, uid, op, title, at, changes: changesOf(op, { base, mine, changed }), titles }
}

interface Sides {
  base: Fields | null
  mine: Fields | null
  changed: readonly string[]
}

function changesOf(op: AttentionItem['op'], { base, mine, changed }: Sides): Changes {
  if (op === 'delete' || !mine) return {}
  if (op === 'create' || !base) return whole(mine)
  return Object.fromEntries(changed.map(name => [name, [base[name] ?? null, mine[name] ?? null] as const]))
}

const whole = (fields: Fields): Changes => mapValues(fields, value => [null, value] as const)

/** `seen`: null for a new record. */
export function handedOfForm(
  { kind, uid, op, title, at, titles }: WorkRow,
  { seen, fields }: { seen: Fields | null; fields: Fields },
): Handed {
  return { kind, uid, op, title, at, changes: seen ? changesBetween(seen, fields) : whole(fields), titles }
}

/** The record as it is to be, from how it stands now; null: it is to go, or cannot be made. */
export function wantedOf({ op, changes }: Pick<Handed, 'op' | 'changes'>, now: Fields | null): Fields | null {
  if (op === 'delete' || (op === 'update' && now === null)) return null
  return { ...now, ...minesOf(changes) }
}
