/** The rail at the side, wide and narrow. */
import { createPinia, setActivePinia } from 'pinia'
import { expect, test } from 'vitest'
import App from '../../client/screens/App.vue'
import { useRail } from '../../client/screens/stores/rail.ts'
import { useSession } from '../../client/screens/stores/session.ts'
import { settle, type Stage, stage } from './stage.ts'

const narrow = 'records.rail'

async function opened(rail: 'narrow' | 'wide'): Promise<Stage> {
  const on = await stage(App, { prepare: async () => localStorage.setItem(narrow, rail) })
  await useSession().open()
  await settle()
  return on
}
const status = ({ screen }: Stage) => screen.get('a[href="/sync"].link')
const toggle = ({ screen }: Stage) => screen.get<HTMLButtonElement>('nav .head button')

test('[UI90] narrow, every icon has its name, and the status is a line of words beside it', async () => {
  const on = await opened('narrow')
  const links = on.screen.findAll('nav a')
  const names = ['Record A', 'Record B', 'Devices', 'Sites', 'Needs attention', 'Sync', 'Settings']
  expect(links.map(link => [link.text(), link.attributes('title')])).toEqual(names.map(name => [name, name]))
  expect(status(on).element.closest('nav')).toBeNull()
  expect(status(on).get('b').text()).toBe('Server not reachable')
})

test('[UI90] its width is remembered on this browser, and is there from the first frame', async () => {
  const on = await opened('wide')
  expect(status(on).element.closest('nav')).not.toBeNull()
  await toggle(on).trigger('click')
  expect(toggle(on).attributes('aria-label')).toBe('Widen the menu')
  setActivePinia(createPinia())
  expect(useRail().isNarrow).toBe(true)
})

test('[UI1] [UI90] whichever its width, the status is on the screen once, and the button keeps the focus', async () => {
  const on = await opened('wide')
  const button = toggle(on).element
  button.focus()
  for (const width of ['narrow', 'wide']) {
    button.click()
    await settle()
    expect([width, on.screen.findAll('a[href="/sync"].link').length]).toEqual([width, 1])
    expect(document.activeElement).toBe(button)
  }
})
