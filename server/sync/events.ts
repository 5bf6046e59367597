/** GET /api/sync/events: a stream of clocks, so that clients need not ask. */
import { readClock } from '../db/clock.ts'
import type { Services } from '../services.ts'

/** Below the idle limits of proxies. */
const heartbeatMs = 25_000

/** `isWelcome`: whether the session still holds; asked at each heartbeat. */
export async function openEvents(services: Services, isWelcome: () => Promise<boolean>): Promise<Response> {
  const { clock } = await readClock(services.database.db)
  services.pokes.poke(clock)
  let end = (): void => {}
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let isOpen = true
      // Whoever is asked whether they are still welcome may have left by the time of the answer.
      const send = (text: string): void => void (isOpen && controller.enqueue(Buffer.from(text)))
      const stops = [
        services.pokes.listen({ onClock: next => send(clockEvent(next)), onStop: () => close() }),
        services.every(heartbeatMs, () => {
          isWelcome().then(
            isStillWelcome => (isStillWelcome ? send(': \n\n') : close()),
            () => close(),
          )
        }),
      ]
      end = () => {
        isOpen = false
        for (const stop of stops) stop()
      }
      const close = (): void => {
        if (!isOpen) return
        end()
        controller.close()
      }
      // A poke may have come between reading the clock and listening.
      send(clockEvent(Math.max(clock, services.pokes.latest())))
    },
    cancel: () => end(),
  })
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  })
}

function clockEvent(clock: number): string {
  return `event: clock\ndata: ${clock}\n\n`
}
