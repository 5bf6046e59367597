/** [LK1] The way into a person's database: through its lock, or, where the policy allows that there is none, as it is. */
import type { NotOpen, OpenOptions } from '../../contract.ts'
import { convert } from '../disk/convert.ts'
import { type Database, namesOf, openDatabase, ownKey, type Run } from '../disk/database.ts'
import { move } from '../disk/move.ts'
import { destroy, type Presence, presenceOf } from '../disk/presence.ts'
import type { World } from '../world.ts'
import { dataKeyBytes, isKeyOf, type Locks, newLocks } from './locks.ts'
import { isOverdue, latestIn } from './time.ts'
import { tried, viewOf } from './tried.ts'

export interface Entered {
  outcome: 'open'
  db: Database
  /** The other tabs have the key from this one until then. */
  keepKey(): void
}

/** `mayShare`: whether another tab may have the key from this one. */
export interface Way extends OpenOptions {
  mayShare(): boolean
}

/** What kept somebody out, where a key was looked for. */
class Kept extends Error {
  readonly answer: NotOpen

  constructor(answer: NotOpen) {
    super(answer.outcome)
    this.answer = answer
  }
}

export async function enter(world: World, way: Way): Promise<Entered | NotOpen> {
  const { terms } = way
  if (terms && isOverdue(terms, world.now())) return { outcome: 'overdue' }
  try {
    const entered = await passed(world, way)
    if (entered.outcome !== 'open' || !terms) return entered
    const { db } = entered
    if (!isOverdue(terms, await latestIn(db, terms, world.now()))) return entered
    entered.keepKey()
    db.close()
    return { outcome: 'overdue' }
  } catch (error) {
    if (error instanceof Kept) return error.answer
    throw error
  }
}

async function passed(world: World, way: Way): Promise<Entered | NotOpen> {
  const current = await currentOf(world, way.userId)
  // [LK9] Whoever took it off may have chosen the next passphrase, too.
  const isOff = current?.wasLocked === true && !current.isLocked
  if (isOff && way.policy === 'required' && !way.isLetIn) return { outcome: 'must sign in' }
  if (way.protect && !current?.isLocked) return enterNew(world, way)
  // [LK5] Its move was cut off: with a lock of its own it is taken up again.
  if (current ? current.isLeft : mustChoose(way)) return { outcome: 'unprotected' }
  return enterBy(world, way, current?.name ?? namesOf(way.userId)[0])
}

/** The policy wants a lock, or a choice that its person has not made. */
const mustChoose = ({ policy, protect }: OpenOptions) =>
  policy === 'required' || (policy === 'offered' && protect === undefined)

async function enterBy(world: World, way: Way, name: string): Promise<Entered> {
  const keys = world.keysOf(way.userId)
  const keyOf = async (run: Run): Promise<CryptoKey> => {
    const [key, locks, lockings] = await run(({ meta }) => meta.bulkGet(['key', 'locks', 'locked']))
    if (!locks) {
      if (way.policy === 'required') throw new Kept({ outcome: 'unprotected' })
      return (key?.value as CryptoKey | undefined) ?? ownKey(run, world.sealing)
    }
    const locked = (lockings?.value as number | undefined) ?? 0
    // [LK10] Who types a passphrase is answered by that alone.
    const shared = way.key ? null : await keys.ask({ name, locked })
    const isRight = shared !== null && (await isKeyOf(locks.value as Locks, shared))
    const opened = isRight ? shared : await openedBy(world, way, run)
    keys.offer({ name, locked, key: opened }, way.mayShare)
    return opened
  }
  try {
    const db = await openDatabase({ ...world, ...way, name, keyOf })
    return { outcome: 'open', db, keepKey: keys.close }
  } catch (error) {
    keys.close()
    throw error
  }
}

async function openedBy(world: World, way: Way, run: Run): Promise<CryptoKey> {
  const door = { run, userId: way.userId, triesAtMost: way.triesAtMost }
  if (!way.key) throw new Kept({ outcome: 'locked', lock: await viewOf(world, door, false) })
  const answer = await tried(world, door, way.key)
  if (answer.outcome !== 'right') throw new Kept(answer)
  return world.sealing.keyOf(answer.key)
}

/** With a lock from now on; data that was here without one goes along. One tab at a time. */
function enterNew(world: World, way: Way): Promise<Entered> {
  const { userId } = way
  return world.locksOf(userId).run('moving', async () => {
    const [first, second] = namesOf(userId)
    const current = await currentOf(world, userId)
    const key = { passphrase: way.protect?.passphrase ?? '' }
    if (!current) return made(world, way, { name: first, isArriving: false })
    const { name } = current
    // [LK10] Another tab was first: what was chosen here opens it, or is said not to.
    if (current.isLocked) return enterBy(world, { ...way, key }, name)
    const other = name === first ? second : first
    await destroy(world, other)
    const from = await openDatabase({ ...world, userId, name, isLeaving: true })
    try {
      await convert(from)
      const { db: to, keepKey } = await made(world, way, { name: other, isArriving: true })
      try {
        await move(from, to)
      } finally {
        keepKey()
        to.close()
      }
    } finally {
      from.close()
    }
    await destroy(world, name)
    return enterBy(world, { ...way, key }, other)
  })
}

async function made(
  world: World,
  way: Way,
  { name, isArriving }: { name: string; isArriving: boolean },
): Promise<Entered> {
  const wrapping = await world.wrapping()
  const bytes = wrapping.randomBytes(dataKeyBytes)
  const locks = await newLocks(bytes, way.protect ?? { passphrase: '', isPassword: false }, wrapping)
  const key = await world.sealing.keyOf(bytes)
  const keyOf = async (run: Run) => {
    await run(({ meta }) => meta.put({ name: 'locks', value: locks }))
    return key
  }
  const db = await openDatabase({ ...world, ...way, name, isArriving, keyOf })
  const keys = world.keysOf(way.userId)
  keys.offer({ name, locked: 0, key }, way.mayShare)
  return { outcome: 'open', db, keepKey: keys.close }
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
