/** The drafts a form offers: those of its record, or, when it is for a new one, those of new records. [UI3] */
import { shallowRef } from 'vue'
import { useContext } from '../context.ts'
import type { Draft, UnreadableDraft } from '../../contract.ts'

/** `own`: the id of the form's own draft, which is not offered. */
export function useFoundDrafts({ kind, uid }: { kind: string; uid: string | null }, own: () => string) {
  const { engine } = useContext()
  /** [UI13] They would be offered here, if anybody could read them. */
  const unreadable = shallowRef<UnreadableDraft[]>([])
  let isKnown = false

  /** The newest first; none when storage fails. */
  async function find(): Promise<Draft[]> {
    const answer = await (uid === null ? engine.drafts() : engine.drafts({ kind, uid }))
    isKnown = answer.outcome === 'read'
    if (answer.outcome === 'failed') return []
    const isMeant = (draft: Pick<Draft, 'kind' | 'id'>) => draft.kind === kind && draft.id !== own()
    unreadable.value = answer.unreadable.filter(isMeant)
    const found = answer.drafts.filter(draft => isMeant(draft) && (uid !== null || draft.seen === null))
    return found.toSorted((a, b) => b.at - a.at)
  }

  /** By the person's decision, and no other. */
  async function dropUnreadable(): Promise<void> {
    const dropped = unreadable.value
    unreadable.value = []
    for (const { id } of dropped) await engine.dropDraft(id)
  }

  return { unreadable, find, dropUnreadable, isKnown: () => isKnown }
}
