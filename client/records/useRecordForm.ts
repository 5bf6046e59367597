/** A form's values from opening to saving: where they come from, what is wrong with them, and where they go. */
import { computed, shallowRef } from 'vue'
import { useContext } from '../context.ts'
import type { AttentionItem, Draft, StorageFault } from '../engine.ts'
import type { Issue } from '../../shared/fields.ts'
import type { Field, Kind } from '../../shared/metadata.ts'
import { emptyFields, type Fields } from '../../shared/record.ts'
import type { Value } from '../../shared/fields.ts'
import { useDesk } from '../stores/desk.ts'
import { startOfItem } from './form-start.ts'
import { changedCount, issuesAfterLeaving, issuesOfForm, oddityOf } from './form-fields.ts'
import { useDraft } from './useDraft.ts'

export interface FormSource {
  kind: Kind
  /** null for a new record. */
  uid: string | null
  /** The attention item that this form answers. */
  answers: number | null
}

type FormState = 'opening' | 'ready' | 'gone' | 'saving'

export function useRecordForm({ kind, uid, answers }: FormSource) {
  const { engine } = useContext()
  const desk = useDesk()
  const state = shallowRef<FormState>('opening')
  const own = shallowRef(uid ?? '')
  const seen = shallowRef<Fields | null>(null)
  const fields = shallowRef<Fields>(emptyFields(kind))
  const titles = shallowRef<Record<string, string>>({})
  const issues = shallowRef<Issue[]>([])
  const fault = shallowRef<StorageFault | null>(null)
  const offered = shallowRef<Draft | null>(null)
  const item = shallowRef<AttentionItem | null>(null)

  const changes = computed(() => changedCount(kind, seen.value, fields.value))
  const isDirty = computed(() => state.value !== 'gone' && changes.value > 0)
  const oddity = computed(() => oddityOf(kind, fields.value))
  const answered = answers === null ? {} : { answers }
  const drafts = useDraft(() =>
    isDirty.value && state.value === 'ready'
      ? { kind: kind.name, uid: own.value, seen: seen.value, fields: fields.value, ...answered }
      : null,
  )

  async function open(): Promise<void> {
    if (answers !== null) await openItem(answers)
    else if (uid !== null) await openRecord(uid)
    else await openNew()
    if (state.value === 'ready')
      offered.value = await drafts.find(kind.name, answers === null ? uid : own.value)
  }

  async function openNew(): Promise<void> {
    own.value = await engine.newUid()
    seen.value = null
    fields.value = emptyFields(kind)
    state.value = 'ready'
  }

  async function openRecord(address: string): Promise<void> {
    const record = await engine.record(kind.name, address)
    state.value = record ? 'ready' : 'gone'
    if (!record) return
    seen.value = record.fields
    fields.value = record.fields
    titles.value = record.titles
  }

  async function openItem(seq: number): Promise<void> {
    const found = (await engine.attention()).find(candidate => candidate.seq === seq)
    if (!found?.mine) {
      if (uid !== null) await openRecord(uid)
      else state.value = 'gone'
      return
    }
    item.value = found
    own.value = found.uid
    const start = startOfItem(kind, found, found.mine)
    seen.value = start.seen
    fields.value = start.fields
    titles.value = start.titles
    issues.value = start.issues
    state.value = 'ready'
  }

  function change(name: string, value: Value): void {
    fields.value = { ...fields.value, [name]: value }
    issues.value = issues.value.filter(issue => issue.field !== name)
    // The draft on offer has this place until it is taken or refused: what was typed first is not written over.
    if (isDirty.value && offered.value?.uid !== own.value) drafts.keepSoon()
    // What was offered waits for an answer, whatever is typed and taken back meanwhile.
    else if (!isDirty.value && !offered.value) void drafts.drop(kind.name, own.value)
  }

  function leave(field: Field): void {
    issues.value = issuesAfterLeaving(issues.value, field, fields.value)
  }

  /** [OB1] true only when the engine has it on disk; otherwise everything stays as typed. */
  async function save(): Promise<boolean> {
    if (state.value !== 'ready') return false
    issues.value = issuesOfForm(kind, fields.value)
    fault.value = null
    if (issues.value.length > 0) return false
    state.value = 'saving'
    const edit = { kind: kind.name, uid: own.value, seen: seen.value, fields: fields.value, ...answered }
    // The draft goes with the save, in one transaction.
    await drafts.rest()
    const answer = await engine.save(edit).finally(() => {
      state.value = 'ready'
    })
    if (answer.outcome === 'invalid') issues.value = answer.issues
    if (answer.outcome === 'failed') fault.value = answer.fault
    if (answer.outcome !== 'saved') return false
    // Not what stands there now: it may have been typed since.
    seen.value = edit.fields
    return true
  }

  function takeDraft(): void {
    const draft = offered.value
    if (!draft) return
    own.value = draft.uid
    seen.value = draft.seen
    fields.value = { ...fields.value, ...draft.fields }
    offered.value = null
  }

  async function refuseDraft(): Promise<void> {
    const draft = offered.value
    offered.value = null
    if (draft) await drafts.drop(draft.kind, draft.uid)
  }

  /** Lets everything typed go. */
  async function discard(): Promise<void> {
    fields.value = seen.value ?? emptyFields(kind)
    await drafts.drop(kind.name, own.value)
  }

  desk.watchForm(() => isDirty.value)

  return {
    state,
    fields,
    titles,
    issues,
    fault,
    offered,
    item,
    changes,
    isDirty,
    oddity,
    own,
    open,
    openNew,
    change,
    leave,
    save,
    takeDraft,
    refuseDraft,
    discard,
    keepDraft: drafts.keep,
  }
}
