/** An answer that holds a place until it has been read, or nobody reads it any more. [CE3] */
import type { Every } from '../sync/pokes.ts'
import type { Leave } from './gate.ts'

/** Without a byte taken for so long, nobody reads: the client goes on from its cursor [CH3]. */
export const unreadMs = 30_000
const lookMs = 5_000

interface World {
  every: Every
  now(): Date
}

/** `leave` is called once the answer has ended, however it does. */
export function held(response: Response, leave: Leave, world: World): Response {
  if (!response.body) {
    leave()
    return response
  }
  return new Response(watched(response.body, leave, world), response)
}

function watched(
  body: ReadableStream<Uint8Array>,
  leave: Leave,
  { every, now }: World,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let stop = (): void => {}
  /** Since when a chunk waits to be taken; null: the next one is being made. */
  let since: number | null = now().getTime()
  const end = (): void => {
    stop()
    leave()
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stop = every(lookMs, () => {
          if (since === null || now().getTime() - since < unreadMs) return
          end()
          controller.error(new Error('Nobody reads this answer'))
          void reader.cancel().catch(() => undefined)
        })
      },
      async pull(controller) {
        since = null
        try {
          const { done, value } = await reader.read()
          if (done) {
            end()
            controller.close()
          } else controller.enqueue(value)
        } catch (error) {
          end()
          controller.error(error)
        }
        since = now().getTime()
      },
      cancel(reason) {
        end()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
