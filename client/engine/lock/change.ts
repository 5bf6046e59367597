/** The lock of the data that is open: its passphrase, its passkeys, its end. */
import type { LockChange, LockChanged, Opened, OpenOptions, Protection } from '../../contract.ts'
import { readNotes } from '../disk/notes.ts'
import { isSessionKey, keepSessionKey } from '../disk/session-key.ts'
import type { User } from '../world.ts'
import { type Locks, passkeyLock, passphraseLock } from './locks.ts'
import { tried } from './tried.ts'

/** What the screens are told of data that is open. [AC20] What the first request shows is on the disk before it is sent. */
export async function openedWith(
  user: User,
  { sessionKey }: Pick<OpenOptions, 'sessionKey'>,
): Promise<Opened> {
  if (sessionKey !== undefined) await keepSessionKey(user.replica.db, sessionKey)
  const [{ isLocked }, notes] = await Promise.all([protection(user), readNotes(user.replica.db)])
  // [AC20] Whoever makes a request asks for it: no page holds it for longer.
  const shown = Object.entries(notes).filter(([name]) => !isSessionKey(name))
  return { outcome: 'open', isLocked, notes: Object.fromEntries(shown) }
}

export async function protection({ replica: { db } }: User): Promise<Protection> {
  const row = await db.run(({ meta }) => meta.get('locks'))
  if (!row) return { isLocked: false }
  const { passphrase, passkeys } = row.value as Locks
  return { isLocked: true, isPassword: passphrase.isPassword, passkeys: passkeys.length }
}

/** [LK9] The key itself is in nobody's hands: whoever changes what opens it shows the passphrase, which is a try. */
export async function changeLock(user: User, change: LockChange): Promise<LockChanged> {
  const { policy, triesAtMost } = user.lockOptions
  if (change.change === 'take off' && policy === 'required') return { outcome: 'refused' }
  const passphrase = change.change === 'passphrase' ? change.from : change.passphrase
  const { userId, world, replica } = user
  const { run } = replica.db
  if (!(await run(({ meta }) => meta.get('locks')))) return { outcome: 'refused' }
  const answer = await tried(world, { userId, run, triesAtMost }, { passphrase })
  if (answer.outcome === 'wiped') return answer
  if (answer.outcome === 'locked') return { outcome: 'wrong', lock: answer.lock }
  if (change.change === 'take off') return takenOff(user)
  const by = await world.wrapping()
  const { key, locks } = answer
  switch (change.change) {
    case 'passphrase':
      return written(user, { ...locks, passphrase: await passphraseLock(key, change.to, by) })
    case 'add passkey': {
      const passkeys = [...locks.passkeys, await passkeyLock(key, change, by)]
      return written(user, { ...locks, passkeys })
    }
    case 'drop passkeys':
      return written(user, { ...locks, passkeys: [] })
  }
}

/** [LK10] The keys that tabs have of before are none from now on. */
export async function noteLocking({ replica: { db } }: User): Promise<void> {
  await db.run(({ meta }) =>
    meta.db.transaction('rw', meta, async () => {
      const row = await meta.get('locked')
      await meta.put({ name: 'locked', value: ((row?.value as number | undefined) ?? 0) + 1 })
    }),
  )
}

async function written({ replica: { db } }: User, locks: Locks): Promise<LockChanged> {
  await db.run(({ meta }) => meta.put({ name: 'locks', value: locks }))
  return { outcome: 'changed' }
}

async function takenOff({ replica: { db } }: User): Promise<LockChanged> {
  await db.run(({ meta }) =>
    meta.db.transaction('rw', meta, async () => {
      await meta.put({ name: 'key', value: db.key })
      await meta.put({ name: 'unlocked', value: true })
      await meta.bulkDelete(['locks', 'tries'])
    }),
  )
  return { outcome: 'changed' }
}
