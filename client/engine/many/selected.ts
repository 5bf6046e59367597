/** [MA1] What the rule of a selection comes to now, and what an act would be to each of its records. */
import type { ManyAct, Selection } from '../../contract-many.ts'
import { settledRows } from '../table/query.ts'
import { nameOf } from '../table/references.ts'
import type { Shown, Table } from '../table/table.ts'
import type { Replica } from '../replica/replica.ts'
import type { User } from '../world.ts'
import { type Changes, changesBetween, type Fields } from '../../../shared/record.ts'

/** Of all that it finds, or of those that are still there. */
export function selectedUids({ reader, replica }: Pick<User, 'reader' | 'replica'>, of: Selection): string[] {
  const named = new Set(of.uids)
  if (of.isAllBut) return reader.uids(of.kind, of.query).filter(uid => !named.has(uid))
  const table = replica.table(of.kind)
  return of.uids.filter(uid => table.shown(uid))
}

/** What an act comes to for one record. `asked`: its person is to answer first. */
export type Outcome =
  | { becomes: 'changed'; shown: Shown & { fields: Fields }; changes: Changes | null }
  | { becomes: 'unchanged' | 'gone' | 'asked' | 'in_use' }

/** `changes` of a delete: null. */
export function outcomesOf(replica: Replica, kind: string, act: ManyAct): (uid: string) => Outcome {
  const table = replica.table(kind)
  const isReferredTo = act.do === 'delete' ? referredIn(replica, kind) : () => false
  return uid => {
    const shown = table.shown(uid)
    if (!shown?.fields) return { becomes: 'gone' }
    const { fields, state } = shown
    if (state === 'conflict' || state === 'rejected') return { becomes: 'asked' }
    if (act.do === 'delete')
      return isReferredTo(shown)
        ? { becomes: 'in_use' }
        : { becomes: 'changed', shown: { ...shown, fields }, changes: null }
    const changes = Object.entries(changesBetween(fields, act.fields)).filter(
      ([, [seen, mine]]) => !replica.equal(seen, mine),
    )
    if (changes.length === 0) return { becomes: 'unchanged' }
    return { becomes: 'changed', shown: { ...shown, fields }, changes: Object.fromEntries(changes) }
  }
}

/** [PU8] Records that others refer to: all of them at once, as each by itself would be a walk over every record. */
function referredIn(replica: Replica, kind: string): (shown: Shown) => boolean {
  const names = new Set<string>()
  for (const table of replica.tables.values())
    for (const { name, reference } of table.kind.fields)
      if (reference?.kind === kind) for (const each of namesIn(table, name)) names.add(each)
  return ({ uid, id }) => names.has(uid) || (id !== null && names.has(id))
}

function* namesIn(table: Table, field: string): Generator<string> {
  const column = table.columns.get(field)
  if (column) for (const row of settledRows(table).rows()) yield nameOf(column.at(row))
  for (const { fields } of table.overlay.values()) if (fields) yield nameOf(fields[field])
}
