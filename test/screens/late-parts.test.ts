/** Parts of a screen whose code comes when they are first wanted, which it may not. */
import { expect, test, vi } from 'vitest'
import App from '../../client/screens/App.vue'
import '../../client/screens/views/FormView.vue'
import '../../client/screens/views/KindView.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { settle, stage } from './stage.ts'

test('[VA13] a calendar that cannot be loaded is said once, with what to do, and comes when it is wanted again', async () => {
  const calendar = '../../client/screens/ui/Calendar.vue'
  // As a browser answers for a file that the network does not give.
  vi.doMock(calendar, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { screen } = await stage(App, { path: '/record_a/new' })
  await useSession().open()
  await expect.poll(() => screen.find('[aria-keyshortcuts=ArrowDown]').exists()).toBe(true)
  const input = screen.get('[aria-keyshortcuts=ArrowDown]')
  const said = () => screen.text().split('This screen could not be loaded').length - 1
  await input.trigger('keydown', { key: 'ArrowDown' })
  await expect.poll(said).toBe(1)
  expect(screen.find('dialog table').exists()).toBe(false)

  vi.doUnmock(calendar)
  await input.trigger('keydown', { key: 'ArrowDown' })
  await expect.poll(() => screen.find('dialog table').exists()).toBe(true)
  await settle()
  expect(said()).toBe(1)
})

test('[UI41] a panel takes the focus when its code has come; while that cannot be loaded, its button keeps it', async () => {
  const panel = '../../client/screens/list/FilterForm.vue'
  vi.doMock(panel, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { screen } = await stage(App, { path: '/record_a' })
  await useSession().open()
  const said = () => screen.text().split('This screen could not be loaded').length - 1
  const button = () => screen.findAll('.tools button').find(each => each.text() === 'Filter')
  await expect.poll(() => button()?.exists()).toBe(true)
  await button()!.trigger('click')
  await expect.poll(said).toBe(1)
  expect(screen.find('[role=dialog].panel').exists()).toBe(false)
  expect(document.activeElement).toBe(button()!.element)

  vi.doUnmock(panel)
  await button()!.trigger('click')
  await expect.poll(() => screen.find('.panel .option').exists()).toBe(true)
  expect(document.activeElement).toBe(screen.get('.panel .option').element)
})
