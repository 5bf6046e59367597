/** A new version of the app, in this tab and in others. */
import { describe, expect, test } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { useReadiness } from '../../client/screens/stores/readiness.ts'
import { followUpdates } from '../../client/screens/stores/updates.ts'
import ShellNotices from '../../client/screens/shell/ShellNotices.vue'
import { FakeBrowser, FakeRegistration } from './service-worker.ts'
import { settle, stage } from './stage.ts'

async function open({ isControlled }: { isControlled: boolean }) {
  const { screen } = await stage(ShellNotices)
  const worker = new EventTarget() as EventTarget & { controller: ServiceWorker | null }
  worker.controller = isControlled ? ({} as ServiceWorker) : null
  let reloads = 0
  followUpdates(worker as unknown as ServiceWorkerContainer, () => reloads++)
  return {
    screen,
    takeOver: async () => {
      worker.dispatchEvent(new Event('controllerchange'))
      await nextTick()
    },
    reloads: () => reloads,
  }
}

describe('A new version', () => {
  test('[UP3] that has taken over, pressed here or in another tab, is loaded', async () => {
    const { takeOver, reloads } = await open({ isControlled: true })
    await takeOver()
    expect(reloads()).toBe(1)
  })

  test('[UP3] not over a form with unsaved text, but as soon as that is saved or closed', async () => {
    const { screen, takeOver, reloads } = await open({ isControlled: true })
    const isDirty = ref(false)
    const form = effectScope()
    form.run(() =>
      useDesk().watchForm({ isDirty: () => isDirty.value, draftId: () => '', keepAnew: async () => true }),
    )
    isDirty.value = true
    await nextTick()
    await takeOver()
    expect([reloads(), screen.text()]).toEqual([0, expect.stringContaining('as soon as the form is saved')])
    isDirty.value = false
    await nextTick()
    await nextTick()
    expect(reloads()).toBe(1)
    form.stop()
  })

  test('[UP3] a page that nothing controlled is of the first version that does, and not of the next', async () => {
    const { takeOver, reloads } = await open({ isControlled: false })
    await takeOver()
    expect(reloads()).toBe(0)
    await takeOver()
    expect(reloads()).toBe(1)
  })

  test('[UP3] that waits is offered, takes over when its person says so, and is no reason to be not ready', async () => {
    const registration = new FakeRegistration()
    registration.find()
    registration.move('installing', 'active')
    const { screen } = await stage(ShellNotices)
    const readiness = useReadiness()
    readiness.begin(new FakeBrowser({ isControlled: true, answers: [registration] }))
    readiness.keep()
    await settle()
    registration.find()
    await settle()
    expect([screen.text(), readiness.state]).toEqual(['', 'ready'])
    registration.move('installing', 'waiting')
    await settle()
    const { waiting } = registration
    await screen.get('button').trigger('click')
    expect([waiting?.messages, readiness.state]).toEqual([[{ type: 'SKIP_WAITING' }], 'ready'])
    registration.move('waiting', 'active')
    await settle()
    expect(screen.find('button').exists()).toBe(false)
  })

  test('[UP3] one whose files do not come leaves the old one as it is', async () => {
    const registration = new FakeRegistration()
    registration.find()
    registration.move('installing', 'active')
    const { screen } = await stage(ShellNotices)
    const readiness = useReadiness()
    readiness.begin(new FakeBrowser({ isControlled: true, answers: [registration] }))
    readiness.keep()
    await settle()
    registration.find()
    registration.move('installing', null)
    await settle()
    expect([screen.text(), readiness.state]).toEqual(['', 'ready'])
  })
})
