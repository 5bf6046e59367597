/** A field type as a form edits it, and as a filter asks for it. Total, like the displays. */
import type { Component } from 'vue'
import type { FieldTypeName } from '../../../shared/fields.ts'
import { type Field, typeNameOf } from '../../../shared/metadata.ts'
import BooleanFilter from './boolean/Filter.vue'
import BooleanInput from './boolean/Input.vue'
import DatetimeFilter from './datetime/Filter.vue'
import DatetimeInput from './datetime/Input.vue'
import ReferenceFilter from './reference/Filter.vue'
import ReferenceInput from './reference/Input.vue'
import TextFilter from './text/Filter.vue'
import TextInput from './text/Input.vue'

interface FieldInputView {
  /** null: nobody enters one. */
  Input: Component | null
  /** Asks for the value of a filter, as text. */
  Filter: Component
  /** Where the label stands. */
  label: 'above' | 'beside'
}

export const inputs: Record<FieldTypeName, FieldInputView> = {
  text: { Input: TextInput, Filter: TextFilter, label: 'above' },
  boolean: { Input: BooleanInput, Filter: BooleanFilter, label: 'beside' },
  datetime: { Input: DatetimeInput, Filter: DatetimeFilter, label: 'above' },
  instant: { Input: null, Filter: DatetimeFilter, label: 'above' },
  integer: { Input: TextInput, Filter: TextFilter, label: 'above' },
  reference: { Input: ReferenceInput, Filter: ReferenceFilter, label: 'above' },
}

export function inputOf(field: Field): FieldInputView {
  return inputs[typeNameOf(field)]
}
