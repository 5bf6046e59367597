/** Which database to read from, where there are standbys: never one that is behind what was committed before. [FL4] */
import { readClock, tokenOf } from './db/clock.ts'
import type { Database } from './db/database.ts'
import { type Logger, traceOf } from './http/log.ts'

/** Looks at a standby before the primary is read instead. */
const looks = 8
const lookMs = 25

/** One that fails is left alone for a while. */
const restMs = 10_000

export interface Readable {
  /** One that holds all that was committed when this was asked. [CH2] */
  (): Promise<Database>
}

interface Standby {
  database: Database
  /** ms since 1970. */
  restsUntil: number
}

export function createReadable({
  primary,
  standbys: databases,
  now,
  pause,
  logger,
}: {
  primary: Database
  standbys: readonly Database[]
  now(): Date
  pause(ms: number): Promise<void>
  logger: Logger
}): Readable {
  const standbys: Standby[] = databases.map(database => ({ database, restsUntil: 0 }))
  let turn = 0

  /** Its history as well: a clock of another one says nothing. [PU12] */
  async function hasCaughtUp(
    { db }: Database,
    { clock, token }: { clock: number; token: string },
  ): Promise<boolean> {
    for (let look = 1; ; look++) {
      if ((await tokenOf(db, clock)) === token) return true
      if (look === looks) return false
      await pause(lookMs)
    }
  }

  return async () => {
    const time = now().getTime()
    const awake = standbys.filter(({ restsUntil }) => restsUntil <= time)
    const standby = awake[turn++ % awake.length]
    if (!standby) return primary
    const moment = await readClock(primary.db)
    try {
      return (await hasCaughtUp(standby.database, moment)) ? standby.database : primary
    } catch (error) {
      logger.error({ event: 'standby_failed', ...traceOf(error) })
      standby.restsUntil = time + restMs
      return primary
    }
  }
}
