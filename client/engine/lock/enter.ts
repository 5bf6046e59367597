/** [LK1] The way into a person's database: through its lock, or, where the policy allows that there is none, as it is. */
import type { LockView, NotOpen, OpenOptions } from '../../contract.ts'
import { convert } from '../disk/convert.ts'
import { type Database, namesOf, openDatabase, ownKey, type Run } from '../disk/database.ts'
import { move } from '../disk/move.ts'
import { destroy, type Presence, presenceOf } from '../disk/presence.ts'
import type { World } from '../world.ts'
import { dataKeyBytes, type Locks, newLocks, unlock } from './locks.ts'
import { nextTryAt, noTries, type Tries } from './tries.ts'
import { StorageError } from '../../storage/fault.ts'
import { wipe } from './wipe.ts'

export interface Entered {
  outcome: 'open'
  db: Database
  /** The other tabs have the key from this one until then. */
  end(): void
}

const triesUntilWiped = 10

/** What kept somebody out, where a key was looked for. */
class Kept extends Error {
  readonly answer: NotOpen

  constructor(answer: NotOpen) {
    super(answer.outcome)
    this.answer = answer
  }
}

export async function enter(world: World, options: OpenOptions): Promise<Entered | NotOpen> {
  const { userId } = options
  try {
    const current = await currentOf(world, userId)
    if (options.protect && !current?.isLocked) return await enterNew(world, options)
    // [LK5] Its move was cut off: with a lock of its own it is taken up again.
    if (current ? current.isLeft : mustChoose(options)) return { outcome: 'unprotected' }
    return await enterBy(world, options, current?.name ?? namesOf(userId)[0])
  } catch (error) {
    if (error instanceof Kept) return error.answer
    throw error
  }
}

/** The policy wants a lock, or a choice that its person has not made. */
const mustChoose = ({ policy, protect }: OpenOptions) =>
  policy === 'required' || (policy === 'offered' && protect === undefined)

async function enterBy(world: World, options: OpenOptions, name: string): Promise<Entered> {
  let stop = () => {}
  const keyOf = async (run: Run): Promise<CryptoKey> => {
    const [key, locks, tries] = await run(({ meta }) => meta.bulkGet(['key', 'locks', 'tries']))
    if (!locks) {
      if (options.policy === 'required') throw new Kept({ outcome: 'unprotected' })
      return (key?.value as CryptoKey | undefined) ?? ownKey(run, world.sealing)
    }
    const keys = world.keysOf(options.userId)
    const locked = { locks: locks.value as Locks, tries: (tries?.value as Tries | undefined) ?? noTries }
    const opened =
      (!options.isAlone && (await keys.ask())) || (await openedBy(world, options, { run, ...locked }))
    stop = keys.offer(opened)
    return opened
  }
  try {
    const db = await openDatabase({ ...world, ...options, name, keyOf })
    return { outcome: 'open', db, end: stop }
  } catch (error) {
    stop()
    throw error
  }
}

interface Locked {
  run: Run
  locks: Locks
  tries: Tries
}

/** [LK4] A try counts before it is made: who ends the app in between has had it. */
async function openedBy(
  world: World,
  options: OpenOptions,
  { run, locks, tries }: Locked,
): Promise<CryptoKey> {
  const { key, triesAtMost = triesUntilWiped } = options
  const shown = (now: Tries, isWrong: boolean): NotOpen => ({
    outcome: 'locked',
    lock: viewOf(locks, { tries: now, now: world.now(), triesAtMost, isWrong }),
  })
  if (!key || nextTryAt(tries, world.now()) > world.now()) throw new Kept(shown(tries, false))
  const isGuess = 'passphrase' in key
  const counted = isGuess ? { count: tries.count + 1, lastAt: world.now() } : tries
  if (isGuess) await run(({ meta }) => meta.put({ name: 'tries', value: counted }))
  const bytes = await unlock(locks, key, await world.wrapping())
  if (!bytes) {
    if (counted.count < triesAtMost) throw new Kept(shown(counted, true))
    const wiped = await wipe(world, options.userId)
    if (wiped.outcome === 'failed') throw new StorageError(wiped.fault)
    throw new Kept(wiped)
  }
  await run(({ meta }) => meta.delete('tries'))
  return world.sealing.keyOf(bytes)
}

interface Seen {
  tries: Tries
  now: number
  triesAtMost: number
  isWrong: boolean
}

function viewOf(locks: Locks, { tries, now, triesAtMost, isWrong }: Seen): LockView {
  return {
    isPassword: locks.passphrase.isPassword,
    passkeys: locks.passkeys.map(({ credentialId, input }) => ({ credentialId, input })),
    ...{ tries: tries.count, triesAtMost, nextTryAt: nextTryAt(tries, now), isWrong },
  }
}

/** With a lock from now on; data that was here without one goes along. One tab at a time. */
function enterNew(world: World, options: OpenOptions): Promise<Entered> {
  const { userId } = options
  return world.locksOf(userId).run('moving', async () => {
    const [first, second] = namesOf(userId)
    const current = await currentOf(world, userId)
    if (!current) return made(world, options, { name: first, isArriving: false })
    const { name } = current
    if (current.isLocked) return enterBy(world, options, name)
    const other = name === first ? second : first
    await destroy(world, other)
    const from = await openDatabase({ ...world, userId, name, isLeaving: true })
    try {
      await convert(from)
      const { db: to, end } = await made(world, options, { name: other, isArriving: true })
      try {
        await move(from, to)
      } finally {
        end()
        to.close()
      }
    } finally {
      from.close()
    }
    await destroy(world, name)
    const { protect } = options
    const key = { passphrase: protect?.passphrase ?? '' }
    return enterBy(world, { ...options, key }, other)
  })
}

async function made(
  world: World,
  options: OpenOptions,
  { name, isArriving }: { name: string; isArriving: boolean },
): Promise<Entered> {
  const wrapping = await world.wrapping()
  const bytes = wrapping.randomBytes(dataKeyBytes)
  const locks = await newLocks(bytes, options.protect ?? { passphrase: '', isPassword: false }, wrapping)
  const key = await world.sealing.keyOf(bytes)
  const keyOf = async (run: Run) => {
    await run(({ meta }) => meta.put({ name: 'locks', value: locks }))
    return key
  }
  const db = await openDatabase({ ...world, ...options, name, isArriving, keyOf })
  return { outcome: 'open', db, end: world.keysOf(options.userId).offer(key) }
}

/** [LK5] Where both are there, one has not arrived yet, or has been left already. null: none is there. */
async function currentOf(world: World, userId: string): Promise<Presence | null> {
  const found = await Promise.all(namesOf(userId).map(name => presenceOf(world, name)))
  const there = found.filter(presence => presence !== null)
  const [only = null] = there
  if (there.length < 2) return only
  const current = there.find(({ isWhole, isLeft }) => isWhole && !isLeft)
  if (!current) return there.find(({ isWhole }) => isWhole) ?? only
  for (const { name } of there) if (name !== current.name) await destroy(world, name)
  return current
}
