/** The lock of the data that is open: its passphrase, its passkeys, its end. */
import type { LockChange, LockChanged, Opened, Protection } from '../../contract.ts'
import { readNotes } from '../disk/notes.ts'
import { isSessionKey } from '../disk/session-key.ts'
import type { User } from '../world.ts'
import { type DataKey, type Locks, passkeyLock, passphraseLock, unlock, type Wrapping } from './locks.ts'

/** What the screens are told of data that is open. */
export async function openedAs(user: User): Promise<Opened> {
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

/** The key itself is in nobody's hands: whoever wraps it anew shows the passphrase. */
export async function changeLock(user: User, change: LockChange): Promise<LockChanged> {
  switch (change.change) {
    case 'passphrase':
      return rewrapped(user, change.from, async (locks, key, by) => ({
        ...locks,
        passphrase: await passphraseLock(key, change.to, by),
      }))
    case 'add passkey':
      return rewrapped(user, change.passphrase, async (locks, key, by) => ({
        ...locks,
        passkeys: [...locks.passkeys, await passkeyLock(key, change, by)],
      }))
    case 'drop passkeys':
      return written(user, locks => ({ ...locks, passkeys: [] }))
    case 'take off':
      await user.replica.db.run(({ meta }) =>
        meta.db.transaction('rw', meta, async () => {
          await meta.put({ name: 'key', value: user.replica.db.key })
          await meta.bulkDelete(['locks', 'tries'])
        }),
      )
      return { outcome: 'changed' }
  }
}

type Rewrap = (locks: Locks, key: DataKey, by: Wrapping) => Promise<Locks>

async function rewrapped(user: User, passphrase: string, rewrap: Rewrap): Promise<LockChanged> {
  const locks = await locksIn(user)
  const by = await user.world.wrapping()
  const key = locks && (await unlock(locks, { passphrase }, by))
  if (!locks || !key) return { outcome: 'wrong' }
  const next = await rewrap(locks, key, by)
  return written(user, () => next)
}

async function locksIn({ replica: { db } }: User): Promise<Locks | undefined> {
  return (await db.run(({ meta }) => meta.get('locks')))?.value as Locks | undefined
}

async function written({ replica: { db } }: User, edit: (locks: Locks) => Locks): Promise<LockChanged> {
  await db.run(({ meta }) =>
    meta.db.transaction('rw', meta, async () => {
      const row = await meta.get('locks')
      if (row) await meta.put({ ...row, value: edit(row.value as Locks) })
    }),
  )
  return { outcome: 'changed' }
}
