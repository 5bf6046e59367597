/** Tells listeners that the clock has moved, whoever moved it. Asks the database, and hears others, only while someone listens. */
import { readClock } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import { type Logger, traceOf } from '../http/log.ts'

/** Runs a task again and again; returns what ends it. */
export type Every = (ms: number, task: () => void) => () => void

/** Another process on the same database may have written. */
const askMs = 1_000

export interface Pokes {
  /** Returns what ends it. `onStop`: the server is stopping. */
  listen(listener: { onClock(clock: number): void; onStop(): void }): () => void
  poke(clock: number): void
  /** How many there are. */
  listening(): number
  /** The highest clock that anybody was told. */
  latest(): number
  stop(): void
}

export function createPokes({
  database,
  logger,
  every,
}: {
  database: Database
  logger: Logger
  every: Every
}): Pokes {
  const listeners = new Set<{ onClock(clock: number): void; onStop(): void }>()
  let known = 0
  let isLower = false
  let stopAttending: (() => void) | undefined

  const { notices } = database.driver
  const report = (event: string) => (error: unknown) => logger.error({ event, ...traceOf(error) })

  function tellHere(clock: number): boolean {
    if (clock <= known) return false
    known = clock
    for (const { onClock } of listeners) onClock(clock)
    return true
  }

  function poke(clock: number): void {
    if (tellHere(clock)) notices?.tell(database.db, clock).catch(report('notice_failed'))
  }

  /** Lower once, it was overtaken by a push; lower twice, it is of another database that has taken the place of ours. */
  function heard(clock: number): void {
    if (clock < known && isLower) known = 0
    isLower = clock < known
    tellHere(clock)
  }

  function ask(): void {
    readClock(database.db).then(({ clock }) => heard(clock), report('clock_unreadable'))
  }

  /** Asked for as well: a notice that is lost is not repeated. */
  function attend(): () => void {
    const listening = notices?.listen(tellHere)
    const keep = (): void => void listening?.keep().catch(report('not_listening'))
    keep()
    const stop = every(askMs, () => {
      keep()
      ask()
    })
    return () => {
      stop()
      listening?.stop().catch(report('not_listening'))
    }
  }

  return {
    poke,
    listening: () => listeners.size,
    latest: () => known,
    listen(listener) {
      listeners.add(listener)
      stopAttending ??= attend()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopAttending?.()
        stopAttending = undefined
      }
    },
    stop() {
      for (const { onStop } of [...listeners]) onStop()
    },
  }
}
