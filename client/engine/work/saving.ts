/** What a form's save is: an answer, a new record, an edit, or nothing. Pure. */
import { equalValues } from '../../../shared/fields.ts'
import type { Changes, Fields } from '../../../shared/record.ts'
import { type Deed, refusalOf, type Work } from './act.ts'
import { sumOf } from './fold.ts'
import { deedOf, type Question } from './question.ts'

/** `seen`: what the form began with; null for a new record. `asked`: the question that it answers, if that stands still. */
export interface Save {
  seen: Fields | null
  fields: Fields
  asked: Question | null
  /** The record as it is shown by now, which a form may be older than. */
  now?: Fields | null
}

/** null: nothing was changed. */
export function deedOfSave({ seen, fields, asked, now }: Save, work: Work | undefined): Deed | null {
  if (asked?.theirs) return { do: 'choose', theirs: asked.theirs, values: fields }
  if (asked) return { do: 'restore', fields }
  if (!seen) return { do: 'make', fields }
  const changes = changesBetween(seen, fields)
  if (Object.keys(changes).length > 0) return { do: 'edit', changes, shown: now ?? seen }
  if (!work || !refusalOf(work)) return null
  // [OB9] Whoever saves the form of a record wants it to be there.
  return deedOf({ answer: sumOf(work).gone ? 'discard' : 'retry' }, null, work)
}

/** What differs between what a person saw and what they chose. */
export function changesBetween(seen: Fields, chosen: Fields): Changes {
  const differing = Object.entries(chosen).filter(([name, mine]) => !equalValues(seen[name] ?? null, mine))
  return Object.fromEntries(differing.map(([name, mine]) => [name, [seen[name] ?? null, mine] as const]))
}
