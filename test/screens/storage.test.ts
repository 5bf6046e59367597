/** A device whose storage fails while a screen asks it something: the screen says so, and claims nothing. */
import { expect, test } from 'vitest'
import ShellNotices from '../../client/screens/shell/ShellNotices.vue'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { useSync } from '../../client/screens/stores/sync.ts'
import SyncView from '../../client/screens/views/SyncView.vue'
import { settle, stage, type StageOptions } from './stage.ts'

const failed = { outcome: 'failed', fault: 'connection' } as const

test('[UI1] what was sent and cannot be read is not called nothing', async () => {
  const engine: StageOptions['engine'] = { sent: () => Promise.resolve(failed) }
  const { screen } = await stage(SyncView, { path: '/sync', engine })
  expect(screen.text()).toContain('What was sent cannot be read from this browser just now.')
  expect(screen.text()).not.toContain('Nothing was sent')
})

test('[UI1] what waits is not called nothing before it is known', async () => {
  const { screen } = await stage(SyncView, { path: '/sync', engine: { outbox: () => new Promise(() => {}) } })
  expect(screen.text()).not.toContain('Nothing waits')
})

test('[PG8] [OB12] that records cannot be read stands above every screen until they are here again', async () => {
  const { screen, engine } = await stage(ShellNotices, {})
  const status = await engine.status()
  for (const isDamaged of [true, false]) {
    useSync().status = { ...status, isDamaged }
    await settle()
    expect(screen.text().includes('lists are not complete')).toBe(isDamaged)
    expect(screen.text().includes('What you entered is safe')).toBe(isDamaged)
  }
  useSync().status = { ...status, isDamaged: true, unreadable: 1 }
  await settle()
  expect(screen.text()).not.toContain('What you entered is safe')
})

test('[RM1] a loss that cannot be marked as read stays on the screen, with the reason', async () => {
  const bugs: unknown[] = []
  const { screen, engine } = await stage(ShellNotices, {
    engine: { forgetLoss: () => Promise.resolve(failed) },
    onBug: error => bugs.push(error),
  })
  useSync().status = { ...(await engine.status()), lost: 2 }
  await settle()
  await screen.get('button').trigger('click')
  await settle()
  expect(useDesk().toast).toMatchObject({ tone: 'alert' })
  expect([bugs, screen.text().includes('2 changes that were not sent are lost')]).toEqual([[], true])
})
