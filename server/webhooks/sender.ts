/** Sends for all webhooks whose turn it is: when the clock has moved, and now and then. [WH3] [WH6] */
import { dueWebhooks } from '../db/webhooks.ts'
import { traceOf } from '../http/log.ts'
import type { Services } from '../services.ts'
import { type Sending, sendAll } from './send.ts'

/** The way back after a failure, and to what another process has written. */
const askMs = 5_000

export interface Sender {
  /** Until all that is due now has been sent, or has failed. */
  wake(): Promise<void>
  /** What is on its way is cut, and sent again by whoever comes next. */
  stop(): Promise<void>
}

export function createSender(world: Sending): Sender {
  const { database, now, logger } = world
  const stopping = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  let woken = 0

  /** What was written while it was sent is sent as well. */
  async function send(id: string): Promise<void> {
    try {
      for (let heard = -1; heard !== woken && !stopping.signal.aborted;) {
        heard = woken
        await sendAll(world, id, stopping.signal)
      }
    } catch (error) {
      logger.error({ event: 'webhook_unsent', webhook: id, ...traceOf(error) })
    } finally {
      underWay.delete(id)
    }
  }

  return {
    async wake() {
      woken++
      if (stopping.signal.aborted) return
      try {
        for (const id of await dueWebhooks(database.db, now().toISOString()))
          if (!underWay.has(id)) underWay.set(id, send(id))
      } catch (error) {
        logger.error({ event: 'webhooks_unreadable', ...traceOf(error) })
      }
      await Promise.all(underWay.values())
    },
    async stop() {
      stopping.abort()
      await Promise.all(underWay.values())
    },
  }
}

/** Returns what ends it. */
export function keepSending({
  every,
  pokes,
  ...world
}: Sending & Pick<Services, 'pokes'>): () => Promise<void> {
  const sender = createSender({ every, ...world })
  const wake = (): void => void sender.wake()
  const stopAsking = every(askMs, wake)
  const stopListening = pokes.listen({ onClock: wake, onStop: () => {} })
  return async () => {
    stopAsking()
    stopListening()
    await sender.stop()
  }
}
