/** A field as an on-screen keyboard is told of it; text typed into it is not corrected by the browser. [UI20] */
import type { Value } from '../../../shared/fields.ts'
import { type Field, typeNameOf } from '../../../shared/metadata.ts'

/** Keys with digits alone only while there is nothing else to correct: most have no way to a letter. */
export function typingOf(field: Field, value: Value) {
  const { typed } = field
  const isNumber = typed === 'digits' || typeNameOf(field) === 'integer'
  const isDigits = isNumber && typeof value === 'string' && !/\D/.test(value)
  return {
    inputmode: isDigits ? ('numeric' as const) : undefined,
    autocapitalize: typed === 'name' ? 'words' : 'off',
    autocorrect: 'off',
    autocomplete: 'off',
    spellcheck: false,
  }
}
