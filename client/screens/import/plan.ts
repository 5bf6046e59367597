/** What a person corrects of the plan for a file. Pure. */
import { type Field, fillable, type Kind } from '../../../shared/metadata.ts'
import type { ImportDiff, ImportPlan } from '../../contract.ts'

/** A column can be for the record's own id, or for what people enter. */
export function fieldsFor(kind: Kind): Field[] {
  return [...kind.fields.filter(({ primary }) => primary), ...fillable(kind)]
}

export function mappedFields(kind: Kind, { fields }: ImportPlan): Field[] {
  return fieldsFor(kind).filter(({ name }) => fields.includes(name))
}

/** No field twice: the column that had it has none then. A key without a column is none. */
export function withField(plan: ImportPlan, column: number, field: string | null): Partial<ImportPlan> {
  const fields = plan.fields.map((each, index) => {
    if (index === column) return field
    return each === field ? null : each
  })
  return { fields, keys: plan.keys.filter(key => fields.includes(key)) }
}

/** [IM5] The id says it alone. */
export function withKey(kind: Kind, { keys }: ImportPlan, field: Field, isOn: boolean): Partial<ImportPlan> {
  const ids = kind.fields.flatMap(({ primary, name }) => (primary ? [name] : []))
  const others = keys.filter(key => key !== field.name && ids.includes(key) === field.primary)
  if (!isOn) return { keys: others }
  return { keys: field.primary ? [field.name] : [...others, field.name] }
}

export const goodRows = ({ counts }: ImportDiff) => counts.added + counts.changed

/** [IM3] Asked, or answered: the answer can be another one. */
export const hasDateQuestion = (plan: ImportPlan, diff: ImportDiff) =>
  diff.asksDateOrder || plan.dateOrder !== null
