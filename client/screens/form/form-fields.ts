/** The fields of a form: those that changed, those with an issue, and a pair that is only odd. Pure. */
import { equalValues, faultOf, type Issue } from '../../../shared/fields.ts'
import { type Field, fillable, type Kind, typeNameOf } from '../../../shared/metadata.ts'
import { isKept } from '../../../shared/read-by.ts'
import { emptyFields, type Fields } from '../../../shared/record.ts'

/** The number of fields that differ from what the person was looking at, or from an empty form. */
export function changedCount(kind: Kind, seen: Fields | null, fields: Fields): number {
  const before = seen ?? emptyFields(kind)
  return fillable(kind).filter(({ name }) => !equalValues(before[name], fields[name])).length
}

export function issueOf(field: Field, fields: Fields, seen: Fields | null = null): Issue | null {
  if (isKept(field, seen, fields)) return null
  const fault = faultOf(fields[field.name], field)
  return fault ? { field: field.name, ...fault } : null
}

/** [VA10] Every issue of a form, in the order of its fields. */
export function issuesOfForm(kind: Kind, fields: Fields, seen: Fields | null): Issue[] {
  return fillable(kind).flatMap(field => issueOf(field, fields, seen) ?? [])
}

/** Checks one field again. An issue that only the server can find stays until the value changes. */
export function issuesAfterLeaving(
  issues: Issue[],
  field: Field,
  { fields, seen }: { fields: Fields; seen: Fields | null },
): Issue[] {
  const isServers = (issue: Issue) => issue.code === 'unknown_reference'
  const kept = issues.filter(issue => issue.field !== field.name || isServers(issue))
  const issue = issueOf(field, fields, seen)
  return issue ? [...kept, issue] : kept
}

interface Oddity {
  start: Field
  end: Field
}

/** The seed has no rule between a start and an end: an end before its start is worth a word, and is saved. */
export function oddityOf(kind: Kind, fields: Fields): Oddity | null {
  for (const start of kind.fields) {
    if (typeNameOf(start) !== 'datetime' || !start.name.startsWith('start')) continue
    const end = kind.fields.find(({ name }) => name === start.name.replace(/^start/, 'end'))
    const from = fields[start.name]
    const to = end && fields[end.name]
    if (end && typeof from === 'string' && typeof to === 'string' && from && to && to < from)
      return { start, end }
  }
  return null
}
