/** The page on /api/v1: all that the description says, by the rules of the app's own pages. */
import { expect, test } from 'vitest'
import { described } from '../../client/screens/views/api/document.ts'
import { groupsOf } from '../../client/screens/views/api/shown.ts'
import ApiView from '../../client/screens/views/api/ApiView.vue'
import SettingsView from '../../client/screens/views/SettingsView.vue'
import { openApi } from '../../server/rest/openapi.ts'
import { kinds } from '../../shared/kinds.ts'
import { settle, stage } from './stage.ts'

const page = (language: 'en' | 'id' = 'en') => stage(ApiView, { path: '/api-docs', language })

test('[RE6] [MD2] shows what the server describes: each operation, under its kind, with its address and its example', async () => {
  expect(described).toEqual(openApi(kinds))
  const { screen } = await page()
  expect(screen.findAll('h2').map(each => each.text())).toEqual([
    'How to be let in',
    ...kinds.map(({ plural }) => plural.en),
    'A copy that is kept',
  ])
  const shown = screen.findAll('details[id]').map(each => each.attributes('id'))
  const all = Object.values(described.paths).flatMap(({ parameters: _, ...methods }) =>
    Object.values(methods),
  )
  expect(new Set(shown)).toEqual(new Set(all.map(({ operationId }) => operationId)))
  expect(shown.length).toBe(all.length)
  for (const each of all)
    expect(screen.get(`#${each.operationId}`).text()).toContain(
      each['x-codeSamples'][0]!.source.split('\n')[0],
    )
})

test('[RE6] says of a change what it takes, what it is answered, and what can go wrong', async () => {
  const { screen } = await page()
  const change = screen.get('#change_device')
  const said = change.text().replace(/\s+/g, ' ')
  expect(said).toMatch(/If-Matchstring · header · required ?The ETag of the record as it was seen/)
  expect(said).toContain('namestring · up to 255 characters')
  expect(said).toContain('site_idstring | null')
  expect(said).toContain('200 The Device · with ETag')
  expect(change.findAll('li').map(each => each.text().replace(/\s+/g, ' '))).toEqual(
    expect.arrayContaining([
      expect.stringContaining('409in_usekey_reused'),
      expect.stringContaining('412changed_meanwhile'),
    ]),
  )
})

test('[RE6] [RE2] a filter of a list is told once, with its ends', () => {
  const [list] = groupsOf(described).find(({ name }) => name === 'device')!.operations
  expect(list!.filters.map(({ name }) => name)).toEqual([
    ...['name', 'site_id', 'id', 'version', 'changed_by', 'changed_at'],
  ])
  expect(list!.parameters.map(({ name, usual }) => [name, usual])).toEqual([
    ...[
      ['limit', 100],
      ['sort', 'id'],
      ['fields', undefined],
      ['after', undefined],
      ['format', 'json'],
    ],
  ])
})

test('[RE6] an example is copied as it was written, and where that is not allowed it is said', async () => {
  const taken: string[] = []
  let isAllowed = true
  const writeText = async (text: string) => {
    if (!isAllowed) throw new DOMException('No', 'NotAllowedError')
    taken.push(text)
  }
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  const { screen } = await page()
  const { useDesk } = await import('../../client/screens/stores/desk.ts')
  const press = async () => {
    await screen.get('#get_device button').trigger('click')
    await settle()
    return useDesk().toast?.text
  }
  expect(await press()).toBe('Copied')
  expect(taken).toEqual([described.paths['/device/{uid}']!.get!['x-codeSamples'][0]!.source])
  isAllowed = false
  expect(await press()).toMatch(/Select the text and copy it/)
  expect(taken).toHaveLength(1)
})

test('[RE6] in Indonesian it says that the description is in English', async () => {
  const { screen } = await page('id')
  expect(screen.text()).toContain('Uraian itu berbahasa Inggris')
  expect(screen.get('h1').text()).toBe('API untuk program lain')
})

test('[RE6] the settings lead to it', async () => {
  const { screen, router } = await stage(SettingsView, { path: '/settings' })
  await screen.get('a[href="/api-docs"]').trigger('click')
  await settle()
  expect(router.currentRoute.value.path).toBe('/api-docs')
})
