/** The fields that are set in each of many records, to what, and what is wrong with that. */
import { computed, ref, shallowRef } from 'vue'
import type { Issue, Value } from '../../../shared/fields.ts'
import type { Field, Kind } from '../../../shared/metadata.ts'
import { emptyFields, type Fields } from '../../../shared/record.ts'
import { visibleFields } from '../fields/visible.ts'
import { issueOf, issuesAfterLeaving } from '../form/form-fields.ts'

export function useFieldsToSet(kind: Kind) {
  const offered = visibleFields(kind, 'form')
  const fields = shallowRef<Fields>({})
  const issues = ref<Issue[]>([])
  const chosen = computed(() => offered.filter(({ name }) => name in fields.value))
  const others = computed(() => offered.filter(({ name }) => !(name in fields.value)))
  const isReady = computed(
    () => chosen.value.length > 0 && chosen.value.every(field => issueOf(field, fields.value) === null),
  )

  const without = (name: string) => issues.value.filter(issue => issue.field !== name)

  function put(name: string, value: Value): void {
    fields.value = { ...fields.value, [name]: value }
    issues.value = without(name)
  }

  function add(name: string): void {
    put(name, emptyFields(kind)[name] ?? '')
  }

  function leaveOut(name: string): void {
    const { [name]: _, ...rest } = fields.value
    fields.value = rest
    issues.value = without(name)
  }

  function leave(field: Field): void {
    if (field.name in fields.value)
      issues.value = issuesAfterLeaving(issues.value, field, { fields: fields.value, seen: null })
  }

  return { fields, issues, chosen, others, isReady, put, add, leaveOut, leave }
}
