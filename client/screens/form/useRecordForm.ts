/** A form from opening to saving: where its values come from, and where they go. */
import { computed, shallowRef } from 'vue'
import { useContext } from '../context.ts'
import type { Draft, StorageFault } from '../../contract.ts'
import { emptyFields } from '../../../shared/record.ts'
import type { Value } from '../../../shared/fields.ts'
import { usePins } from '../stores/pins.ts'
import { useUndo } from '../stores/useUndo.ts'
import { useDesk } from '../stores/desk.ts'
import { dayOf } from '../ui/days.ts'
import { useWords } from '../words/useWords.ts'
import { issuesOfForm } from './form-fields.ts'
import { type FormSource, startOf, startOfNew } from './form-start.ts'
import { type Effect, type Event, type State, transition } from './form-state.ts'
import { useDecisions } from './useDecisions.ts'
import { useDraft } from './useDraft.ts'
import { useFoundDrafts } from './useFoundDrafts.ts'
import { useFormValues } from './useFormValues.ts'
import { useQuestion } from './useQuestion.ts'

export function useRecordForm(source: FormSource) {
  const { kind, uid } = source
  const { engine, now } = useContext()
  const pins = usePins()
  const desk = useDesk()
  const { offerUndo } = useUndo()
  const { t } = useWords()
  const state = shallowRef<State>({ kind: 'opening' })
  const values = useFormValues(kind)
  const { start, fields, issues, isDirty } = values
  const decisions = useDecisions(values)
  const draft = useDraft(values.typed, () => void (found.isKnown() || showFound()))
  const found = useFoundDrafts({ kind: kind.name, uid }, draft.id)
  const showFound = async () => send({ kind: 'found', offers: await found.find() })
  const question = useQuestion(source)
  let isThere = true
  /** The save under way, however it ends. */
  let saving: Promise<unknown> = Promise.resolve()

  function send(event: Event): Effect {
    const step = transition(state.value, event)
    state.value = step.state
    return step.effect
  }

  const given = () => ({ today: dayOf(now()), kept: pins.keptFor(kind.name) })

  /** [UI12] Nothing to type into before all of it is here: what comes later would take the focus. */
  async function open(): Promise<void> {
    const begun = await startOf(engine, source, given())
    isThere = begun !== null
    if (begun) values.begin(begun)
    draft.begin(await engine.newUid(), { isDraft: false })
    const offers = await found.find()
    opened(offers)
    const left = offers.find(({ id }) => desk.wasLeft(id))
    if (left) await takeDraft(left.id)
  }

  function opened(offers: Draft[], fault?: StorageFault | null): void {
    if (isThere) send({ kind: 'opened', offers, ...(fault && { fault }) })
    else send({ kind: 'missing', offers })
  }

  /** The next new record, after one was saved. */
  async function openNew(): Promise<void> {
    if (send({ kind: 'next' })?.kind !== 'begin') return
    values.begin(await startOfNew(engine, kind, given()))
    draft.begin(await engine.newUid(), { isDraft: false })
    opened(await found.find())
  }

  function change(name: string, value: Value): void {
    values.put(name, value)
    draft.change(isDirty.value)
  }

  /** [OB1] true only when the engine has it on disk; otherwise everything stays as typed. */
  function save(): Promise<boolean> {
    const done = write()
    saving = Promise.allSettled([saving, done])
    return done
  }

  async function write(): Promise<boolean> {
    if (send({ kind: 'save' })?.kind !== 'write') return false
    issues.value = [...issuesOfForm(kind, fields.value, start.value.seen), ...decisions.undecided()]
    if (issues.value.length > 0) {
      send({ kind: 'refused' })
      return false
    }
    const edit = { ...values.typed(), draft: draft.id() }
    let end: Event = { kind: 'failed', fault: null }
    try {
      // Without a wait where it can: the worker writes while the page draws what the press has changed.
      const held = draft.hold()
      if (held) await held
      const answer = await engine.save(edit)
      if (answer.outcome === 'failed') end = { kind: 'failed', fault: answer.fault }
      else end = { kind: answer.outcome === 'saved' ? 'saved' : 'refused' }
      if (answer.outcome === 'invalid') issues.value = answer.issues
      if (answer.outcome === 'asked anew') await question.lookFirst(edit)
      if (answer.outcome === 'saved')
        offerUndo({
          done: answer.undo,
          text: t((await question.isStillAsked(edit)) ? 'form.stillAsked' : 'saved'),
        })
      // Not what stands there now: it may have been typed since.
      if (answer.outcome === 'saved') {
        if (edit.seen === null) pins.keep(kind.name, edit.fields)
        start.value = { ...start.value, seen: edit.fields, fields: edit.fields, asked: null }
        question.lookAt.value = null
      }
    } finally {
      send(end)
      draft.release(isDirty.value)
    }
    return end.kind === 'saved'
  }

  /** [UI3] Text typed here before waits as a draft, and is offered in its turn. */
  async function takeDraft(id: string): Promise<void> {
    if (send({ kind: 'take', id })?.kind !== 'take') return
    let fault = isDirty.value ? await draft.keepNow() : null
    if (fault === null) {
      const own = await engine.newUid()
      const answer = await engine.takeDraft(id, own)
      if (answer.outcome === 'failed') ({ fault } = answer)
      else if (answer.draft) await takeUp(answer.draft, own)
    }
    opened(await found.find(), fault)
  }

  async function takeUp(taken: Draft, own: string): Promise<void> {
    await question.compare(taken)
    const { seen, asked, since } = taken
    isThere = true
    draft.begin(own, { isDraft: true })
    const whole = { ...(seen ?? emptyFields(kind)), ...taken.fields }
    values.begin({ ...start.value, uid: taken.uid, seen, asked, since, fields: whole })
  }

  async function discardDraft(id: string): Promise<void> {
    const effect = send({ kind: 'discard', id })
    if (effect?.kind === 'drop') await engine.dropDraft(effect.id)
  }

  /** Lets everything typed go. */
  function discard(): void {
    fields.value = start.value.seen ?? start.value.blank
    draft.change(false)
  }

  /** [UI3] The edit is saved, or waits as a draft. false when it could not be kept: the form then says why. */
  async function putAside(): Promise<boolean> {
    await saving
    if (!isDirty.value) return true
    const fault = await draft.keepNow()
    if (fault) send({ kind: 'failed', fault })
    else desk.say(t('form.draftKept'))
    return fault === null
  }

  desk.watchForm({ isDirty: () => isDirty.value, keepAnew, draftId: draft.id })
  async function keepAnew(): Promise<boolean> {
    return (await draft.keepNow()) === null
  }

  return {
    ...values,
    state,
    offered: computed(() => ('offers' in state.value ? (state.value.offers[0] ?? null) : null)),
    fault: computed(() => (state.value.kind === 'open' ? state.value.fault : null)),
    lookAt: question.lookAt,
    unreadable: found.unreadable,
    dropUnreadable: found.dropUnreadable,
    open,
    openNew,
    change,
    decisions,
    save,
    takeDraft,
    discardDraft,
    discard,
    putAside,
  }
}
