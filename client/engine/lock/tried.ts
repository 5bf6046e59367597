/**
 * [LK4] A try at a lock. It is read, checked and counted in one transaction before it is made, so that who ends the app in
 * between has had it, and it is made alone in its browser, so that none of many begins before the last has counted.
 */
import type { Key, LockView } from '../../contract.ts'
import { StorageError } from '../../storage/fault.ts'
import { operationTimeoutMs, type Run } from '../disk/database.ts'
import type { World } from '../world.ts'
import { checkOf, type DataKey, type Locks, unlock } from './locks.ts'
import { nextTryAt, noTries, type Tries } from './tries.ts'
import { wipe } from './wipe.ts'

export interface Door {
  userId: string
  run: Run
  triesAtMost?: number | undefined
}

export type Tried =
  | { outcome: 'right'; key: DataKey; locks: Locks }
  | { outcome: 'locked'; lock: LockView }
  | { outcome: 'wiped' }

const triesUntilWiped = 10

export async function tried(world: World, door: Door, key: Key): Promise<Tried> {
  const late = new AbortController()
  // One that is frozen in the middle of its try keeps nobody waiting without end.
  const callOff = world.after(operationTimeoutMs, () => late.abort(new StorageError('blocked')))
  const turn = async () => (callOff(), once(world, door, key))
  return world.locksOf(door.userId).run('trying', turn, late.signal).finally(callOff)
}

async function once(world: World, door: Door, key: Key): Promise<Tried> {
  const { userId, run, triesAtMost = triesUntilWiped } = door
  const begun = await beginTry(world, run, 'passphrase' in key)
  const { locks, tries } = begun
  if (begun.isEarly) return { outcome: 'locked', lock: await viewOf(world, door, false) }
  const by = await world.wrapping()
  const opened = await unlock(locks, key, by)
  if (opened) {
    const check = locks.check ?? (await checkOf(opened, by))
    await run(({ meta }) =>
      meta.db.transaction('rw', meta, async () => {
        await meta.delete('tries')
        if (!locks.check) await meta.put({ name: 'locks', value: { ...locks, check } })
      }),
    )
    return { outcome: 'right', key: opened, locks: { ...locks, check } }
  }
  if (tries.count < triesAtMost) return { outcome: 'locked', lock: await viewOf(world, door, true) }
  const wiped = await wipe(world, userId)
  if (wiped.outcome === 'failed') throw new StorageError(wiped.fault)
  return wiped
}

interface Begun {
  locks: Locks
  tries: Tries
  /** Within a pause: nothing is tried, right or wrong. */
  isEarly: boolean
}

function beginTry(world: World, run: Run, isGuess: boolean): Promise<Begun> {
  const now = world.now()
  return run(({ meta }) =>
    meta.db.transaction('rw', meta, async () => {
      const { locks, tries } = readIn(await meta.bulkGet(['locks', 'tries']))
      const isEarly = nextTryAt(tries, now) > now
      // By a clock that was ahead then, the pause would begin anew at each look.
      if (tries.lastAt > now) await meta.put({ name: 'tries', value: { ...tries, lastAt: now } })
      if (isEarly || !isGuess) return { locks, tries, isEarly }
      const counted = { count: tries.count + 1, lastAt: now }
      await meta.put({ name: 'tries', value: counted })
      return { locks, tries: counted, isEarly }
    }),
  )
}

function readIn([locks, tries]: readonly ({ value: unknown } | undefined)[]): { locks: Locks; tries: Tries } {
  if (!locks) throw new StorageError('removed')
  return { locks: locks.value as Locks, tries: (tries?.value as Tries | undefined) ?? noTries }
}

/** As it is shown to whoever stands before it. */
export async function viewOf(
  world: World,
  { run, triesAtMost = triesUntilWiped }: Omit<Door, 'userId'>,
  isWrong: boolean,
): Promise<LockView> {
  const { locks, tries } = readIn(await run(({ meta }) => meta.bulkGet(['locks', 'tries'])))
  return {
    isPassword: locks.passphrase.isPassword,
    passkeys: locks.passkeys.map(({ credentialId, input }) => ({ credentialId, input })),
    ...{ tries: tries.count, triesAtMost, nextTryAt: nextTryAt(tries, world.now()), isWrong },
  }
}
