/** Ctrl+K: saved views by their names. */
import { expect, test } from 'vitest'
import App from '../../client/screens/App.vue'
import '../../client/screens/palette/CommandPalette.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { settle, stage } from './stage.ts'

const view = { name: 'Kartu Ñ', query: { q: 'dewi', sort: '-pin' }, columns: {} }
const lists = JSON.stringify({ 'view record_a 018e174e': { value: view, at: 1 } })

test('[UI91] [UI60] a saved view is found by its name, and asked as it was saved', async () => {
  const { screen, router } = await stage(App, { path: '/settings', lists })
  await useSession().open()
  await settle()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
  await settle()
  const box = screen.get('dialog input')
  await box.setValue('kar n')
  await settle()
  expect(screen.findAll('dialog [role=option]').map(option => option.text())[0]).toMatch(/Kartu Ñ/)
  await box.trigger('keydown', { key: 'Enter' })
  const address = '/record_a?q=dewi&sort=-pin&view=018e174e'
  await expect.poll(() => router.currentRoute.value.fullPath).toBe(address)
})
