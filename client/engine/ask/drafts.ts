/** Unsaved forms: kept, found again and let go. Storage that fails is an outcome, and no draft is lost by it. */
import { deleteDraft, moveDraft, readDrafts, writeDraft } from '../disk/drafts.ts'
import type { Draft, Engine } from '../../contract.ts'
import type { User } from '../world.ts'
import { failed, read } from './from-storage.ts'

export async function keepDraft(user: User, draft: Omit<Draft, 'at'>): ReturnType<Engine['keepDraft']> {
  try {
    await writeDraft(user.replica.db, { ...draft, at: user.outside.now() })
    user.outside.tell({ type: 'drafts' })
    return { outcome: 'saved' }
  } catch (error) {
    return failed(user.world, error)
  }
}

export async function takeDraft(user: User, id: string, as: string): ReturnType<Engine['takeDraft']> {
  const answer = await read(user, async () => ({ draft: await moveDraft(user.replica.db, id, as) }))
  user.outside.tell({ type: 'drafts' })
  return answer
}

export async function dropDraft(user: User, id: string): Promise<void> {
  try {
    await deleteDraft(user.replica.db, id)
    user.outside.tell({ type: 'drafts' })
  } catch (error) {
    // The draft stays, and is offered once more: nothing is lost, so nobody is bothered.
    user.world.onBug(error)
  }
}

export const drafts = (user: User, of?: Parameters<Engine['drafts']>[0]): ReturnType<Engine['drafts']> =>
  read(user, () => readDrafts(user.replica.db, of))
