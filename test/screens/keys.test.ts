/** Single keys, where they belong to nothing else. */
import { expect, test } from 'vitest'
import type { Engine } from '../../client/contract.ts'
import App from '../../client/screens/App.vue'
import Dialog from '../../client/screens/ui/Dialog.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { noForm } from '../support/drafts.ts'
import { recordA } from '../support/tables.ts'
import { buttonOf, filled } from './forms.ts'
import { settle, stage } from './stage.ts'

const uids = [1, 2, 3].map(number => `00000000-0000-7000-8000-00000000000${number}`)
const [oldest, middle, newest] = uids
const prepare = async (engine: Engine) => {
  for (const uid of uids) await engine.save({ ...noForm, kind: 'record_b', uid, fields: filled })
}

async function opened(path: string) {
  const on = await stage(App, { path, prepare })
  await useSession().open()
  await settle()
  return on
}

/** Returns whether the app used it. */
async function press(key: string, more: KeyboardEventInit = {}, at: EventTarget = document.body) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  at.dispatchEvent(event)
  await settle()
  return event.defaultPrevented
}

test('[UI37] from hit to hit, into the form, to a new one, and to the list of them all', async () => {
  const { router } = await opened(`/record_b/${newest}`)
  const path = () => router.currentRoute.value.path
  await press('j')
  expect(path()).toBe(`/record_b/${middle}`)
  await press('j')
  await press('j')
  expect(path()).toBe(`/record_b/${oldest}`)
  await press('k')
  expect(path()).toBe(`/record_b/${middle}`)
  await press('e')
  expect(path()).toBe(`/record_b/${middle}/edit`)
  await router.push('/record_b')
  await settle()
  await press('n')
  expect(path()).toBe('/record_b/new')
  await router.push('/record_b')
  await settle()
  await press('?')
  expect(path()).toBe('/settings')
})

test('[UI37] with a modifier, or where something is typed, they are the browser’s', async () => {
  const { screen, router } = await opened('/record_b')
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey'])
    expect(await press('n', { [modifier]: true })).toBe(false)
  expect(await press('n', {}, screen.get('input').element)).toBe(false)
  expect(router.currentRoute.value.path).toBe('/record_b')
})

test('[UI32] [UI37] the next hit is that of the list as it is sorted by now', async () => {
  const { router } = await opened(`/record_b/${middle}?sort=changed_at`)
  await router.replace({ path: `/record_b/${middle}`, query: {} })
  await settle()
  await press('k')
  expect(router.currentRoute.value.path).toBe(`/record_b/${newest}`)
})

test('[UI37] under an open dialog they do nothing, wherever the focus is', async () => {
  const device = uids[0]!
  const on = await stage(App, {
    path: `/device/${device}`,
    prepare: async engine => {
      await engine.save({ ...noForm, kind: 'device', uid: device, fields: { name: 'Lobi' } })
      const fields = recordA({ device_id: { uid: device } })
      await engine.save({ ...noForm, kind: 'record_a', uid: uids[1]!, fields })
    },
  })
  await useSession().open()
  await settle()
  await buttonOf(on, 'Delete')!.trigger('click')
  await settle()
  expect(on.screen.find('dialog[open]').exists()).toBe(true)
  await press('e')
  expect(on.router.currentRoute.value.path).toBe(`/device/${device}`)
})

test('[UI41] a dialog that is only to be read begins at its heading', async () => {
  const text = await stage(Dialog, { props: { title: 'Read' } })
  expect(document.activeElement?.textContent).toBe('Read')
  text.screen.unmount()
})
