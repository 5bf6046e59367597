/** A form from opening to saving: where its values come from, and where they go. */
import { shallowRef } from 'vue'
import { useContext } from '../context.ts'
import type { StorageFault } from '../engine.ts'
import { emptyFields } from '../../shared/record.ts'
import type { Value } from '../../shared/fields.ts'
import { useDesk } from '../stores/desk.ts'
import { useWords } from '../words/useWords.ts'
import { issuesOfForm } from './form-fields.ts'
import { type FormSource, startOf, startOfNew } from './form-start.ts'
import { useDraft } from './useDraft.ts'
import { useFormValues } from './useFormValues.ts'

type FormState = 'opening' | 'ready' | 'gone' | 'saving'

export function useRecordForm(source: FormSource) {
  const { kind, uid, answers } = source
  const { engine } = useContext()
  const desk = useDesk()
  const { t } = useWords()
  const state = shallowRef<FormState>('opening')
  const values = useFormValues(kind)
  const { own, seen, fields, begun, issues, isDirty } = values
  const fault = shallowRef<StorageFault | null>(null)
  /** The save under way, however it ends. */
  let saving: Promise<unknown> = Promise.resolve()

  const answered = () => (answers === null ? {} : { answers, begun: begun.value })
  const drafts = useDraft(() =>
    isDirty.value && state.value === 'ready'
      ? { kind: kind.name, uid: own.value, seen: seen.value, fields: fields.value, ...answered() }
      : null,
  )
  const { offered, unreadable } = drafts

  /** [UI12] Nothing to type into before all of it is here: what comes later would take the focus, or the draft's place. */
  async function open(): Promise<void> {
    const start = await startOf(engine, source)
    if (!start) {
      state.value = 'gone'
      return
    }
    values.begin(start)
    await drafts.find(kind.name, answers === null ? uid : own.value).finally(() => {
      state.value = 'ready'
    })
  }

  /** The next new record, after one was saved. */
  async function openNew(): Promise<void> {
    state.value = 'opening'
    values.begin(await startOfNew(engine, kind))
    state.value = 'ready'
  }

  function change(name: string, value: Value): void {
    values.put(name, value)
    // The draft on offer has this place until it is taken or refused: what was typed first is not written over.
    if (isDirty.value && offered.value?.uid !== own.value) drafts.keepSoon()
    // What was offered waits for an answer, whatever is typed and taken back meanwhile.
    else if (!isDirty.value && !offered.value) void drafts.drop(kind.name, own.value)
  }

  /** [OB1] true only when the engine has it on disk; otherwise everything stays as typed. */
  function save(): Promise<boolean> {
    const done = write()
    saving = Promise.allSettled([saving, done])
    return done
  }

  async function write(): Promise<boolean> {
    if (state.value !== 'ready') return false
    issues.value = issuesOfForm(kind, fields.value)
    fault.value = null
    if (issues.value.length > 0) return false
    state.value = 'saving'
    // The draft goes with the save, in one transaction, unless nobody knows what it holds.
    const kept = drafts.isKnown() ? {} : { keepsDraft: true as const }
    const edit = {
      kind: kind.name,
      uid: own.value,
      seen: seen.value,
      fields: fields.value,
      ...answered(),
      ...kept,
    }
    await drafts.rest()
    const answer = await engine.save(edit).finally(() => {
      state.value = 'ready'
    })
    if (answer.outcome === 'invalid') issues.value = answer.issues
    if (answer.outcome === 'failed') fault.value = answer.fault
    if (answer.outcome !== 'saved') return false
    // Not what stands there now: it may have been typed since.
    seen.value = edit.fields
    begun.value = edit.fields
    return true
  }

  function takeDraft(): void {
    const draft = offered.value
    if (!draft) return
    own.value = draft.uid
    seen.value = draft.seen
    fields.value = { ...fields.value, ...draft.fields }
    begun.value = draft.begun ?? begun.value
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

  /** [UI3] What was typed is saved, or waits as a draft. false when it could not be kept: `fault` then says why. */
  async function putAside(): Promise<boolean> {
    await saving
    if (!isDirty.value) return true
    fault.value = await drafts.keep()
    if (fault.value === null) desk.say(t('form.draftKept'))
    return fault.value === null
  }

  desk.watchForm(() => isDirty.value)

  return {
    ...values,
    state,
    fault,
    offered,
    unreadable,
    open,
    openNew,
    change,
    save,
    takeDraft,
    refuseDraft,
    dropUnreadable: drafts.dropUnreadable,
    discard,
    putAside,
  }
}
