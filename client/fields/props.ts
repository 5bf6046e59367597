/** What every Input and every Display of a field type is given. */
import type { Field } from '../../shared/metadata.ts'
import type { Value } from '../../shared/fields.ts'

export interface InputProps {
  field: Field
  modelValue: Value
  /** The id of the control, to which the label points. */
  inputId: string
  /** Ids of the texts that describe it. */
  describedBy: string | undefined
  invalid: boolean
  /** For references: the title of the record referred to, where it is known already. */
  title?: string | undefined
}

export interface DisplayProps {
  field: Field
  value: Value | undefined
  title?: string | undefined
  /** The uid of the record referred to: makes the title a link. */
  reference?: string | undefined
  /** Ranges to highlight in the text shown. */
  marks?: readonly (readonly [start: number, end: number])[] | undefined
}
