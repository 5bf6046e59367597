/** A form from opening to saving: where its values come from, and where they go. */
import { computed, shallowRef } from 'vue'
import { useContext } from '../context.ts'
import type { StorageFault } from '../../contract.ts'
import { emptyFields } from '../../../shared/record.ts'
import type { Value } from '../../../shared/fields.ts'
import { useDesk } from '../stores/desk.ts'
import { useWords } from '../words/useWords.ts'
import { changedIn, issuesOfForm } from './form-fields.ts'
import { type FormSource, noStart, startOf, startOfNew } from './form-start.ts'
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
  const { own, seen, fields, begun, issues, item, isDirty } = values
  const fault = shallowRef<StorageFault | null>(null)
  const hasTyped = shallowRef(false)
  /** The save under way, however it ends. */
  let saving: Promise<unknown> = Promise.resolve()

  function typed() {
    const of = { kind: kind.name, uid: own.value, seen: seen.value, fields: fields.value }
    return answers === null ? of : { ...of, answers, begun: begun.value }
  }
  const drafts = useDraft(() => (isDirty.value && state.value === 'ready' ? typed() : null))
  const { offered, unreadable } = drafts
  /** [UI3] What is typed or saved before that would take the place of the draft on offer. */
  const mustAnswer = computed(() => offered.value?.uid === own.value && !hasTyped.value)

  /** [UI12] Nothing to type into before all of it is here: what comes later would take the focus, or the draft's place. */
  async function open(): Promise<void> {
    const start = await startOf(engine, source)
    if (!start) return openGone()
    values.begin(start)
    await drafts.find(kind.name, answers === null ? uid : own.value).finally(() => {
      state.value = 'ready'
    })
  }

  /** [UI3] Somebody has deleted the record: what was typed into it is offered all the same. */
  async function openGone(): Promise<void> {
    if (uid !== null) await drafts.find(kind.name, uid)
    const draft = offered.value
    if (draft) {
      const empty = emptyFields(kind)
      values.begin({ ...noStart, uid: draft.uid, seen: draft.seen, fields: draft.seen ?? empty })
    }
    state.value = draft ? 'ready' : 'gone'
  }

  /** The next new record, after one was saved. */
  async function openNew(): Promise<void> {
    state.value = 'opening'
    values.begin(await startOfNew(engine, kind))
    state.value = 'ready'
  }

  function change(name: string, value: Value): void {
    values.put(name, value)
    hasTyped.value = true
    // The draft on offer has this place until it is taken or refused: what was typed first is not written over.
    if (isDirty.value && offered.value?.uid !== own.value) drafts.keepSoon()
    else if (!isDirty.value) void drafts.drop(kind.name, own.value)
  }

  /** [OB1] true only when the engine has it on disk; otherwise everything stays as typed. */
  function save(): Promise<boolean> {
    const done = write()
    saving = Promise.allSettled([saving, done])
    return done
  }

  async function write(): Promise<boolean> {
    if (state.value !== 'ready' || mustAnswer.value) return false
    issues.value = issuesOfForm(kind, fields.value)
    fault.value = null
    if (issues.value.length > 0) return false
    state.value = 'saving'
    const edit = { ...typed(), begun: begun.value, ...(item.value && { asked: item.value.asked }) }
    await drafts.rest()
    // The draft goes with the save, in one transaction, unless nobody knows what it holds.
    const answer = await engine.save({ ...edit, draft: drafts.own() }).finally(() => (state.value = 'ready'))
    if (answer.outcome === 'invalid') issues.value = answer.issues
    if (answer.outcome === 'failed') fault.value = answer.fault
    if (answer.outcome !== 'saved') return false
    drafts.saved()
    // Not what stands there now: it may have been typed since.
    seen.value = edit.fields
    begun.value = edit.fields
    return true
  }

  function takeDraft(): void {
    const draft = drafts.take()
    if (!draft) return
    own.value = draft.uid
    if (answers !== null && draft.seen && !draft.begun) {
      // It was no answer: of what this form begins with, it knows only what its person typed.
      fields.value = { ...fields.value, ...changedIn(kind, draft.seen, draft.fields) }
      return
    }
    seen.value = draft.seen
    fields.value = { ...fields.value, ...draft.fields }
    // Of a new record another tab may hold the same draft: what is typed from now on is this form's.
    begun.value = draft.begun ?? draft.seen ?? (answers === null ? draft.fields : begun.value)
  }

  async function refuseDraft(): Promise<void> {
    await drafts.refuse()
    // It was all there is of a record that was deleted.
    if (uid !== null && answers === null && !(await engine.record(kind.name, uid))) state.value = 'gone'
  }

  /** Lets everything typed go. */
  async function discard(): Promise<void> {
    fields.value = seen.value ?? emptyFields(kind)
    await drafts.drop(kind.name, own.value)
  }

  /** [UI3] What was typed is saved, or waits as a draft. false when it could not be kept: `fault` then says why. */
  async function putAside(): Promise<boolean> {
    await saving
    if (!isDirty.value || mustAnswer.value) return true
    const inTheWay = await drafts.keep()
    fault.value = inTheWay === 'occupied' ? null : inTheWay
    if (inTheWay === 'occupied') desk.warn(t('form.draftFirst'))
    if (inTheWay === null) desk.say(t('form.draftKept'))
    return inTheWay === null
  }

  desk.watchForm({ isDirty: () => isDirty.value, keepAnew: () => drafts.keepAnew(typed()) })

  return {
    ...values,
    state,
    fault,
    offered,
    mustAnswer,
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
