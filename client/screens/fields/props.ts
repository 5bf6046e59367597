/** The props of every field type's Input. */
import type { Field } from '../../../shared/metadata.ts'
import type { Value } from '../../../shared/fields.ts'

/** The ids of those texts that are there, for `aria-describedby`. */
export function idsOf(...ids: (string | false | null | undefined)[]): string | undefined {
  return ids.filter(Boolean).join(' ') || undefined
}

export interface InputProps {
  field: Field
  modelValue: Value
  /** The id of the control, to which the label points. */
  inputId: string
  /** Ids of the texts that describe it. */
  describedBy: string | undefined
  invalid: boolean
  /** The Enter key's name on an on-screen keyboard: on to the next control, or to Save. */
  enterKey: 'next' | 'done'
  /** For references: the title of the record referred to, where it is known already. */
  title?: string | undefined
}
