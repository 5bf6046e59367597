/** What an admin wants of a browser is heard, whatever was lost on the way. */
import { describe, expect, test, vi } from 'vitest'
import App from '../../client/screens/App.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { useSync } from '../../client/screens/stores/sync.ts'
import { keepTelling } from '../../client/screens/tell-browser.ts'
import { AppError } from '../../shared/errors.ts'
import { kinds } from '../../shared/kinds.ts'
import { settle, stage } from './stage.ts'

describe('A browser whose question was lost', () => {
  const askedAt = 10

  async function asking(session: (asked: number) => Promise<void>) {
    let asked = 0
    const on = await stage(App, {
      now: () => askedAt,
      accounts: {
        async session() {
          await session(++asked)
          return { account: useSession().account!, revoked: [] }
        },
      },
    })
    keepTelling({
      ...{ engine: on.engine, kinds, app: '0', touchPoints: 0, now: () => 0, after: () => () => {} },
      browsers: { tell: async () => [] } as never,
    })
    const synced = async (lastSyncedAt: number) => {
      useSync().status = { ...(await on.engine.status()), lastSyncedAt }
      await settle()
      return asked
    }
    return { synced }
  }

  test('[BP5] asks once more when the server has been there since, and not before', async () => {
    const { synced } = await asking(async asked => {
      if (asked === 1) throw new AppError('unreachable')
    })
    await useSession().check()
    const counts = []
    for (const at of [askedAt - 1, askedAt + 1, askedAt + 2]) counts.push(await synced(at))
    expect(counts).toEqual([1, 2, 2])
  })

  test('[BP5] also when that was while it still waited', async () => {
    const waits = Promise.withResolvers<void>()
    const { synced } = await asking(asked => (asked === 1 ? waits.promise : Promise.resolve()))
    const checked = useSession().check()
    expect(await synced(askedAt + 1)).toBe(1)
    waits.reject(new AppError('unreachable'))
    await checked
    expect(await synced(askedAt + 1)).toBe(2)
  })
})

test('[BP5] what keeps somebody’s data here is looked at again once at a time', async () => {
  const draft = { outcome: 'read', drafts: [{}], unreadable: [] } as never
  const on = await stage(App, { isOpen: true, engine: { drafts: async () => draft } })
  const after = vi.fn(() => () => {})
  keepTelling({
    ...{ engine: on.engine, kinds, app: '0', touchPoints: 0, now: () => 0, after },
    browsers: { tell: async () => [] } as never,
  })
  const [before, session] = [after.mock.calls.length, useSession()]
  session.mustSend = true
  for (let round = 0; round < 3; round++) {
    useSync().status = await on.engine.status()
    await settle()
  }
  expect(after.mock.calls.length - before).toBe(1)
})
