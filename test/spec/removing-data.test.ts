/** A person's data is taken off a browser: all of it, nobody else's, and for good. */
import { describe, expect, test } from 'vitest'
import type { ChangesLine } from '../../shared/protocol.ts'
import { language, machineTurns, protectedBy, start } from '../support/locked.ts'
import { offline, Profile } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'

describe('Removing it', () => {
  test('[LK7] takes everything of that person, and of nobody else', async () => {
    const profile = new Profile()
    const { engine } = await protectedBy(profile)
    const other = start(profile)
    await other.engine.open({ userId: 'budi', language, policy: 'off' })
    expect(await engine.wipe('ani')).toEqual({ outcome: 'wiped' })
    expect((await profile.indexedDB.databases()).map(({ name }) => name)).toEqual(['records:budi'])
    expect(await start(profile).open()).toEqual({ outcome: 'unprotected' })
  })

  test.each(Array.from({ length: 60 }, (_, turns) => turns))(
    '[LK7] [LK8] brings nothing back of what was under way: after %i turns of a sync',
    async turns => {
      const profile = new Profile()
      profile.pause = milliseconds => machineTurns(milliseconds / 3)
      const { engine, bugs } = await protectedBy(profile)
      profile.transport = { ...offline, changes: oneRecord }
      await engine.syncNow()
      await machineTurns(turns)
      expect(await engine.wipe('ani')).toEqual({ outcome: 'wiped' })
      await machineTurns(120)
      expect(await profile.indexedDB.databases()).toEqual([])
      expect(bugs).toEqual([])
    },
  )
})

async function* oneRecord(): AsyncGenerator<ChangesLine> {
  await machineTurns(2)
  const columns = Object.fromEntries(Object.entries(recordB()).map(([name, value]) => [name, [value]]))
  const known = { uid: [uid(1)], id: ['1'], version: [1], by: ['dewi'], at: ['2026-01-05T08:30:00Z'] }
  yield { kind: 'record_b', ...known, fields: columns, deleted: [], cursor: '1', more: false }
}
