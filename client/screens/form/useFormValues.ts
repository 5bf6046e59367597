/** The values in a form, those it began with, and their issues. */
import { computed, shallowRef } from 'vue'
import type { Issue, Value } from '../../../shared/fields.ts'
import type { Field, Kind } from '../../../shared/metadata.ts'
import { emptyFields, type Fields } from '../../../shared/record.ts'
import { changedCount, issuesAfterLeaving, oddityOf } from './form-fields.ts'
import type { FormStart } from './form-start.ts'

export function useFormValues(kind: Kind) {
  const start = shallowRef<FormStart>({
    ...{ uid: '', seen: null, blank: emptyFields(kind), fields: emptyFields(kind), titles: {} },
    ...{ issues: [], item: null, asked: null, since: 0 },
  })
  const fields = shallowRef<Fields>(emptyFields(kind))
  const issues = shallowRef<Issue[]>([])
  const changes = computed(() => changedCount(kind, start.value.seen ?? start.value.blank, fields.value))
  const isDirty = computed(() => changes.value > 0)
  const oddity = computed(() => oddityOf(kind, fields.value))

  function begin(each: FormStart): void {
    start.value = each
    fields.value = each.fields
    issues.value = each.issues
  }

  function put(name: string, value: Value): void {
    // What nothing stood in, and is emptied again, is as it was.
    const isAsItWas = value === '' && start.value.seen?.[name] === null
    fields.value = { ...fields.value, [name]: isAsItWas ? null : value }
    issues.value = issues.value.filter(issue => issue.field !== name)
  }

  function leave(field: Field): void {
    issues.value = issuesAfterLeaving(issues.value, field, { fields: fields.value, seen: start.value.seen })
  }

  /** The edit that is saved, or kept as a draft. */
  function typed() {
    const { uid, seen, asked, since } = start.value
    return { kind: kind.name, uid, seen, fields: fields.value, asked, since }
  }

  return { start, fields, issues, changes, isDirty, oddity, begin, put, leave, typed }
}
