/** Unsaved forms: kept, found again and let go. Storage that fails is an outcome, and no draft is lost by it. */
import { deleteDraft, type DraftPlace, readDraft, readDrafts, writeDraft } from '../disk/drafts.ts'
import { faultOf } from '../../storage/fault.ts'
import type { Draft, DraftOutcome, Engine } from '../../contract.ts'
import type { Opened } from '../user.ts'
import { read } from './from-storage.ts'

export async function keepDraft(
  opened: Opened,
  draft: Omit<Draft, 'at'>,
  replaces?: number | null,
): Promise<DraftOutcome> {
  try {
    const at = opened.outside.now()
    if (!(await writeDraft(opened.replica.db, { ...draft, at }, replaces))) return { outcome: 'occupied' }
    opened.outside.tell({ type: 'drafts' })
    return { outcome: 'saved', at }
  } catch (error) {
    opened.world.onBug(error)
    return { outcome: 'failed', fault: faultOf(error) }
  }
}

export async function dropDraft(opened: Opened, place: DraftPlace): Promise<void> {
  try {
    await deleteDraft(opened.replica.db, place)
    opened.outside.tell({ type: 'drafts' })
  } catch (error) {
    // It stays, and is offered once more: nothing is lost, so nobody is bothered.
    opened.world.onBug(error)
  }
}

export async function draft(opened: Opened, kind: string, uid: string): ReturnType<Engine['draft']> {
  const answer = await read(opened, async () => ({ draft: await readDraft(opened.replica.db, kind, uid) }))
  if (answer.outcome === 'failed') return answer
  return answer.draft === 'unreadable' ? { outcome: 'unreadable' } : { outcome: 'read', draft: answer.draft }
}

export const drafts = (opened: Opened): ReturnType<Engine['drafts']> =>
  read(opened, () => readDrafts(opened.replica.db))
