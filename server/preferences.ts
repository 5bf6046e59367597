/** What a person wants of their lists, kept with their account: told, and merged with what a device sends. [AC10] */
import { AppError } from '../shared/errors.ts'
import { preferencesBytes } from '../shared/limits.ts'
import { type Preferences, received, withoutRemovals } from '../shared/preferences.ts'
import type { PreferencesMessage } from '../shared/protocol.ts'
import { lockClock } from './db/clock.ts'
import { readPreferences, writePreferences } from './db/preferences.ts'
import type { Db } from './db/schema.ts'
import type { Services } from './services.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A device that was away for longer brings back what was taken away meanwhile. */
const removalDays = 365

interface Owner {
  userId: string
  /** Whose the device says they are. */
  named: string | null
}

interface Kept {
  entries: Preferences
}

export async function preferencesOf({ database }: Services, owner: Owner): Promise<Kept> {
  checkOwner(owner)
  return { entries: await entriesOf(database.db, owner.userId) }
}

/** [AC12] All that two devices send at a moment is kept: they wait for each other at the clock. */
export async function keepPreferences(
  { database, now }: Services,
  owner: Owner,
  { entries: sent }: PreferencesMessage,
): Promise<Kept> {
  checkOwner(owner)
  const nowMs = now().getTime()
  return database.write(async tx => {
    await lockClock(tx)
    const known = await entriesOf(tx, owner.userId)
    const entries = withoutRemovals(received(known, sent, nowMs), nowMs - removalDays * dayMs)
    const text = JSON.stringify(entries)
    if (Buffer.byteLength(text) > preferencesBytes) throw new AppError('too_large', { max: preferencesBytes })
    if (!(await writePreferences(tx, owner.userId, text))) throw new AppError('signed_out')
    return { commit: true, answer: { entries } }
  })
}

async function entriesOf(db: Db, userId: string): Promise<Preferences> {
  return JSON.parse(await readPreferences(db, userId)) as Preferences
}

/** On a shared device, one person's lists must not become another's. */
function checkOwner({ userId, named }: Owner): void {
  if (named !== null && named !== userId) throw new AppError('wrong_user')
}
