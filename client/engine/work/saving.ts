/** A form's save is an answer, a new record, an edit, or nothing. Pure. */
import { type Changes, changesBetween, type Fields, minesOf } from '../../../shared/record.ts'
import { type Deed, refusalOf, type Work } from './act.ts'
import { sumOf } from './fold.ts'
import { deedOf, type Question } from './question.ts'

/** `seen`: what the form began with; null for a new record. `asked`: the question that it answers, if that stands still. */
export interface Save {
  seen: Fields | null
  fields: Fields
  asked: Question | null
  /** The record as it is shown by now, which a form may be older than. */
  now: Fields | null
}

/** null: nothing was changed. */
export function deedOfSave({ seen, fields, asked, now }: Save, work: Work | undefined): Deed | null {
  if (!seen) return { do: 'make', fields }
  const changes = changesBetween(seen, fields)
  if (asked?.theirs) {
    const answered = Object.fromEntries(asked.fields.map(name => [name, fields[name] ?? null]))
    return { do: 'choose', theirs: asked.theirs, values: { ...answered, ...minesOf(changes) } }
  }
  if (asked) return { do: 'restore', fields: seen, changes }
  const edit = editOf(changes, now ?? seen)
  if (edit || !work || !refusalOf(work)) return edit
  // [OB9] A record whose form is saved is wanted.
  return deedOf({ answer: sumOf(work).gone ? 'discard' : 'retry' }, null, work)
}

/** null: nothing was changed. */
export function editOf(changes: Changes, shown: Fields): Deed | null {
  return Object.keys(changes).length > 0 ? { do: 'edit', changes, shown } : null
}
