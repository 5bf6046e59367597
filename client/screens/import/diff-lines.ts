/** What a row would do, field by field: what the list and the dialog of one row have in common. Pure. */
import type { Value } from '../../../shared/fields.ts'
import { type Field, fillable, type Kind } from '../../../shared/metadata.ts'
import type { ImportRow } from '../../contract.ts'
import type { Given } from '../fields/useFieldText.ts'

interface Line {
  field: Field
  old: Given
  now: Given
  /** There was something before. */
  isChange: boolean
}

export function linesOf(kind: Kind, { changes, titles, verdict }: ImportRow): Line[] {
  const given = (value: Value): Given => {
    const id = typeof value === 'object' && value !== null ? value.uid : value
    return { value, title: typeof id === 'string' ? titles[id] : undefined }
  }
  return fillable(kind).flatMap(field => {
    const change = changes[field.name]
    if (!change) return []
    const [old, now] = change
    return [{ field, old: given(old), now: given(now), isChange: verdict === 'changed' }]
  })
}
