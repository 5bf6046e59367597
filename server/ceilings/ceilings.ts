/** How much of the server one person, one address and all together may take at a time. One table, with why. [CE2] */
import { AppError } from '../../shared/errors.ts'
import { lineOf } from '../http/address.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { type Buckets, createBuckets } from './bucket.ts'
import { type Ceiling, createGate, type Gate, type Leave } from './gate.ts'

/** What a route takes of the server; `open`: of whoever has not signed in, `moment`: all else. */
export type Taking = 'read' | 'stream' | 'push' | 'moment' | 'open'

/** A team of hundreds may stand behind one address: of that there is more. */
const gates = {
  // A browser reads one answer at a time; several are those of other tabs and tablets of the same person.
  read: {
    person: { each: 4, all: Infinity, waiting: 16 },
    address: { each: 16, all: 32, waiting: 1_000 },
  },
  // One in each browser, for as long as it is open.
  stream: {
    person: { each: 20, all: Infinity, waiting: 0 },
    address: { each: 2_000, all: 10_000, waiting: 0 },
  },
  // The database takes one after the other anyway, and each body is held in memory until then.
  push: {
    person: { each: 2, all: Infinity, waiting: 8 },
    address: { each: 32, all: 64, waiting: 1_000 },
  },
  moment: {
    person: { each: 8, all: Infinity, waiting: 32 },
    address: { each: 64, all: 128, waiting: 1_000 },
  },
  // PostgreSQL has ten connections for everybody: nobody's questions leave some of them to people.
  open: {
    person: { each: Infinity, all: Infinity, waiting: 0 },
    address: { each: 6, all: 32, waiting: 500 },
  },
}

/**
 * Bytes that one person pushes each second, on and on: some 500 records, which take the server a quarter of that second.
 * At once it is eight times as much: what a week without a network leaves, 5,000 edits, waits for nothing.
 */
const pushedBytes = 256 * 1024
const pushedAtOnce = 8

/** Acts of one person that the audit keeps: none is done that is not kept, so nobody does more. */
const acts = { capacity: 200, perSecond: 0.5 }

export interface Ceilings {
  attempts: Attempts
  /** Throws `too_many`. */
  enter(taking: Taking, who: { userId: string | undefined; address: string }): Promise<Leave>
  /** Throws `too_many`. `bytes`: of a body that has come. */
  takeBytes(userId: string, bytes: number): void
  /** Throws `too_many`. */
  takeAct(userId: string): void
}

/** `factor`: what one person and one address may take, in multiples of the table. */
export function createCeilings(now: () => Date, factor = 1): Ceilings {
  const nowMs = (): number => now().getTime()
  const larger = ({ each, all, waiting }: Ceiling): Ceiling => ({
    each: each * factor,
    all: Math.max(all, each * factor),
    waiting: waiting * factor,
  })
  const made = Object.fromEntries(
    Object.entries(gates).map(([taking, { person, address }]) => [
      taking,
      { person: createGate(larger(person)), address: createGate(larger(address)) },
    ]),
  ) as Record<Taking, { person: Gate; address: Gate }>
  const bytesOf: Buckets = createBuckets(
    { capacity: pushedAtOnce * pushedBytes * factor, perSecond: pushedBytes * factor },
    nowMs,
  )
  const actsOf = createBuckets(
    { capacity: acts.capacity * factor, perSecond: acts.perSecond * factor },
    nowMs,
  )
  return {
    attempts: createAttempts(nowMs),
    async enter(taking, { userId, address }) {
      const leavePerson = await made[taking].person.enter(userId ?? '')
      try {
        const leaveAddress = await made[taking].address.enter(lineOf(address))
        return () => {
          leaveAddress()
          leavePerson()
        }
      } catch (error) {
        leavePerson()
        throw error
      }
    },
    takeBytes(userId, bytes) {
      const retryAfter = bytesOf.take(userId, bytes)
      if (retryAfter > 0) throw new AppError('too_many', { retryAfter })
    },
    takeAct(userId) {
      const retryAfter = actsOf.take(userId, 1)
      if (retryAfter > 0) throw new AppError('too_many', { retryAfter })
    },
  }
}
