/** What stands in a form, what the person was looking at, and what is wrong with it. */
import { computed, shallowRef } from 'vue'
import type { AttentionItem } from '../../contract.ts'
import type { Issue, Value } from '../../../shared/fields.ts'
import type { Field, Kind } from '../../../shared/metadata.ts'
import { emptyFields, type Fields } from '../../../shared/record.ts'
import { changedCount, issuesAfterLeaving, oddityOf } from './form-fields.ts'
import type { FormStart } from './form-start.ts'

export function useFormValues(kind: Kind) {
  const own = shallowRef('')
  const seen = shallowRef<Fields | null>(null)
  const fields = shallowRef<Fields>(emptyFields(kind))
  const begun = shallowRef<Fields>(emptyFields(kind))
  const titles = shallowRef<Record<string, string>>({})
  const issues = shallowRef<Issue[]>([])
  const item = shallowRef<AttentionItem | null>(null)
  const changes = computed(() => changedCount(kind, seen.value, fields.value))
  const isDirty = computed(() => changes.value > 0)
  const oddity = computed(() => oddityOf(kind, fields.value))

  function begin(start: FormStart): void {
    own.value = start.uid
    seen.value = start.seen
    fields.value = start.fields
    begun.value = start.fields
    titles.value = start.titles
    issues.value = start.issues
    item.value = start.item
  }

  function put(name: string, value: Value): void {
    fields.value = { ...fields.value, [name]: value }
    issues.value = issues.value.filter(issue => issue.field !== name)
  }

  function leave(field: Field): void {
    issues.value = issuesAfterLeaving(issues.value, field, fields.value)
  }

  return { own, seen, fields, begun, titles, issues, item, changes, isDirty, oddity, begin, put, leave }
}
