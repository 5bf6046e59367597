/** The end of somebody's being here: another page comes, and the server hears of it. [LK11] */
import type { Ref } from 'vue'
import type { Context } from '../context.ts'
import { leaveForNext, type Said, takeRemoved } from './next-page.ts'
import type { Opening } from './opening.ts'
import { quietly } from './quietly.ts'

interface World extends Pick<Context, 'accounts' | 'browsers' | 'signedIn' | 'startAnew'> {
  opening: Ref<Opening>
}

export function partingOf({ accounts, browsers, signedIn, startAnew, opening }: World) {
  let leaving: Promise<void> | null = null

  /** One that cannot be loaded now stays, with nothing open in it. `removed`: whose data is gone. */
  async function goAnew(said: Said | null, removed: string[] = []): Promise<void> {
    leaveForNext({ said, removed }, '/sign-in')
    if (await startAnew()) return
    leaveForNext({ said: null })
    opening.value = { state: 'closed' }
    await farewell()
  }

  /** Once at a time, and before anybody signs in: an answer that comes late would end their session. */
  function farewell(): Promise<void> {
    return (leaving ??= sayFarewell().finally(() => {
      leaving = null
    }))
  }

  async function sayFarewell(): Promise<void> {
    const known = await signedIn.read()
    if (known.outcome !== 'failed' && known.value?.owesFarewell)
      await quietly(async () => {
        await accounts.signOut()
        await signedIn.change(before => ({ account: before?.account ?? null, owesFarewell: false }))
      })
    const removed = takeRemoved()
    if (removed.length > 0) await quietly(() => browsers.removed(removed))
  }

  return { farewell, goAnew }
}
