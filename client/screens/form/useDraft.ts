/** Unsaved text that survives a crash: kept a moment after each change, and at once when form or page go away. */
import { shallowRef } from 'vue'
import { useContext } from '../context.ts'
import type { Draft, Engine, StorageFault } from '../../contract.ts'
import { useSync } from '../stores/sync.ts'
import { whenLeaving } from './when-leaving.ts'

const pauseMs = 400

type Address = Pick<Draft, 'kind' | 'uid'>

export function useDraft(current: () => Omit<Draft, 'at'> | null) {
  const { engine } = useContext()
  /** The draft that was found, until the person has taken or refused it. */
  const offered = shallowRef<Draft | null>(null)
  /** [UI13] Drafts that lie where this form looks, and that nobody can read. */
  const unreadable = shallowRef<Address[]>([])
  let place: { kind: string; uid: string | null } = { kind: '', uid: null }
  /** Until it is known what lies in its place, nothing is written there or taken away. */
  let isKnown = false
  /** The draft that this form has kept or taken: no other is written over or taken away. */
  let at: number | null = null
  /** Something was typed since a draft was last known to be kept. */
  let isUnkept = false
  let taken = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let keeping: Promise<unknown> | null = null

  function keepSoon(): void {
    isUnkept = true
    clearTimeout(timer)
    timer = setTimeout(() => void keep(), pauseMs)
  }

  /** Tells what was in the way. That is no reason to interrupt typing: leaving and saving will say it. */
  async function keep(): Promise<StorageFault | 'occupied' | null> {
    clearTimeout(timer)
    timer = undefined
    // One after the other; the first at once, as whoever takes the form away closes the database next.
    for (let before = keeping; before; before = keeping === before ? null : keeping) await before
    if (!current()) return null
    const unread = isKnown ? null : await look()
    const draft = current()
    if (!draft || unread) return unread
    if (offered.value?.uid === draft.uid) return 'occupied'
    const answer = engine.keepDraft(draft, at)
    const takenBefore = taken
    keeping = answer
    const kept = await answer
    // A draft of another record may have become this form's own meanwhile.
    if (kept.outcome === 'saved' && taken === takenBefore) at = kept.at
    if (kept.outcome === 'saved' && timer === undefined) isUnkept = false
    // Another tab has left one there since this form looked: the person has to say which.
    if (kept.outcome === 'occupied') return (await look()) ?? 'occupied'
    return kept.outcome === 'failed' ? kept.fault : null
  }

  /**
   * By a new worker, after the one before was ended unheard: what that was asked to keep lies there perhaps, or does
   * not, so that whatever lies there is written over. Whether all is kept.
   */
  async function keepAnew(draft: Omit<Draft, 'at'>): Promise<boolean> {
    if (!isUnkept) return true
    if (!isKnown || offered.value?.uid === draft.uid) return false
    return (await engine.keepDraft(draft)).outcome === 'saved'
  }

  /** A save of this record in another tab has taken its draft along; this form is open still. */
  async function keepAgain(): Promise<void> {
    const draft = current()
    if (!draft || !isKnown || timer !== undefined || offered.value?.uid === draft.uid) return
    const answer = await engine.draft(draft.kind, draft.uid)
    if (answer.outcome === 'read' && !answer.draft && current()) keepSoon()
  }
  useSync().listen(event => event.type === 'work' && void keepAgain())

  /** Nothing is kept from now on that was not asked for again: what comes next must not be overtaken. */
  async function rest(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    await keeping
  }

  /** This form's own. */
  async function drop(kind: string, uid: string): Promise<void> {
    await rest()
    const own = at
    at = null
    isUnkept = false
    if (own !== null) await engine.dropDraft(kind, uid, own)
  }

  /** Returns the draft on offer, which is this form's own from now on. */
  function take(): Draft | null {
    const draft = offered.value
    offered.value = null
    if (!draft) return null
    taken++
    at = draft.at
    return draft
  }

  async function refuse(): Promise<void> {
    const draft = offered.value
    offered.value = null
    if (draft) await engine.dropDraft(draft.kind, draft.uid, draft.at)
    if (current()) keepSoon()
  }

  /** It went with the save. */
  function saved(): void {
    at = null
    isUnkept = false
  }

  /** [UI13] By the person's decision, and no other. */
  async function dropUnreadable(): Promise<void> {
    const dropped = unreadable.value
    unreadable.value = []
    for (const { kind, uid } of dropped) await engine.dropDraft(kind, uid)
    isKnown = true
    if (current()) keepSoon()
  }

  /** Looks for a draft of this record, or, for a new one, the latest that was never saved. */
  async function find(kind: string, uid: string | null): Promise<void> {
    place = { kind, uid }
    await look()
  }

  async function look(): Promise<StorageFault | null> {
    const { kind, uid } = place
    if (uid === null) return lookForNew(kind)
    const answer = await engine.draft(kind, uid)
    isKnown = answer.outcome === 'read'
    unreadable.value = answer.outcome === 'unreadable' ? [{ kind, uid }] : []
    if (answer.outcome === 'failed') return answer.fault
    if (answer.outcome === 'unreadable') return 'unknown'
    offered.value = answer.draft
    return null
  }

  async function lookForNew(kind: string): Promise<StorageFault | null> {
    const answer = await engine.drafts()
    isKnown = answer.outcome === 'read'
    if (answer.outcome === 'failed') return answer.fault
    unreadable.value = answer.unreadable.filter(each => each.kind === kind)
    offered.value = newestOf(await lostOf(engine, kind, answer.drafts))
    return null
  }

  whenLeaving(() => timer !== undefined && void keep())
  return {
    offered,
    unreadable,
    keepSoon,
    keep,
    keepAnew,
    rest,
    drop,
    take,
    refuse,
    own: () => at,
    saved,
    dropUnreadable,
    find,
  }
}

function newestOf(drafts: Draft[]): Draft | null {
  return drafts.toSorted((a, b) => b.at - a.at)[0] ?? null
}

/** Of this kind, those to which no record leads: new ones that were never saved, and ones that were deleted since. */
async function lostOf(engine: Pick<Engine, 'record'>, kind: string, drafts: Draft[]): Promise<Draft[]> {
  const lost: Draft[] = []
  for (const draft of drafts.filter(each => each.kind === kind && each.answers === undefined))
    if (!draft.seen || !(await engine.record(kind, draft.uid))) lost.push(draft)
  return lost
}
