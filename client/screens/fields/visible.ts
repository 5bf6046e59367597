/** The surfaces of a field: the one decision that flags and secrets go through. [MD4] */
import type { Field, Kind } from '../../../shared/metadata.ts'
import { provenance } from '../../../shared/provenance.ts'

type Surface = 'index' | 'detail' | 'form' | 'attention' | 'history'

const shows: Record<Surface, (field: Field) => boolean> = {
  index: field => field.inIndex,
  detail: field => field.inView,
  form: field => field.inForm && field.fillable,
  attention: field => field.inView || field.inForm,
  history: field => !field.isUnread && (field.inView || field.inForm),
}

export function visible(field: Field, surface: Surface): boolean {
  return shows[surface](field)
}

export function visibleFields(kind: Kind, surface: Surface): readonly Field[] {
  return kind.fields.filter(field => visible(field, surface))
}

/** The fields that a list can show, and is filtered and sorted by. */
export function listFields(kind: Kind): readonly Field[] {
  return [...visibleFields(kind, 'index'), ...provenance]
}

/** A secret never shows by itself, on no surface. */
export function isMasked(field: Field): boolean {
  return field.secret === true
}
