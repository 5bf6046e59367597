/** The one turnstile before all that is costly about passwords: whoever hashes one, or judges it, goes through it. [CE5] */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createGate } from '../ceilings/gate.ts'

/** Of one person: whoever asks for ten at once keeps nobody waiting but themselves. */
const ofOne = createGate({ each: 1, all: Infinity, waiting: 4 })
/** Of this process: each takes 19 MiB and some 30 ms of one of its four threads. Names are people, and nobody. */
const ofAll = createGate({ each: 4, all: 4, waiting: 64 })

const asking = new AsyncLocalStorage<string>()

/** Whatever is hashed in `work` is hashed for them. */
export function hashingFor<T>(userId: string, work: () => T): T {
  return asking.run(userId, work)
}

/** Throws `too_many`. */
export async function inHashingTurn<T>(work: () => Promise<T>): Promise<T> {
  const userId = asking.getStore()
  const leaveOne = userId === undefined ? () => {} : await ofOne.enter(userId)
  try {
    const leaveAll = await ofAll.enter(userId === undefined ? 'nobody' : 'people')
    try {
      return await work()
    } finally {
      leaveAll()
    }
  } finally {
    leaveOne()
  }
}
