/** The list of forms that were not saved, on Sync: every draft is found there, whatever became of its record. */
import { describe, expect, test } from 'vitest'
import App from '../../client/screens/App.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import SyncView from '../../client/screens/views/SyncView.vue'
import { noForm } from '../support/drafts.ts'
import { draftB, filled, inputOf, namesOf, uid } from './forms.ts'
import { settle, stage, type Stage, type StageOptions } from './stage.ts'

const other = '018e174e-bd20-7335-91ff-cd0690ffe9cd'
const prepare = async (engine: Stage['engine']) => {
  await engine.save({ ...noForm, kind: 'record_b', uid, fields: filled })
  await engine.keepDraft(draftB('Baru 🌺', { uid: other }))
  await engine.keepDraft(draftB('Gudang', { seen: filled }))
  await engine.keepDraft(draftB('Hilang é', { uid: other, seen: filled }))
}
const onSync = (options: StageOptions = {}) => stage(SyncView, { path: '/sync', prepare, ...options })

const panelOf = ({ screen }: Stage, title: string) =>
  screen.findAll('section').find(section => section.find('h2').text() === title)
const linesOf = (on: Stage, title = 'Forms that were not saved') =>
  panelOf(on, title)
    ?.findAll('li')
    .map(line => line.get('.what').element.children)
    .map(([name, what]) => [name?.textContent, what?.textContent])

describe('Forms that were not saved', () => {
  test.each([
    [
      'en',
      'Forms that were not saved',
      ['Changed, of a record that is not in this browser', 'Changed', 'New'],
    ],
    [
      'id',
      'Formulir yang belum disimpan',
      ['Diubah, dari rekaman yang tidak ada di peramban ini', 'Diubah', 'Baru'],
    ],
  ] as const)('[UI3] stand on Sync, the newest first: %s', async (language, title, [gone, changed, made]) => {
    const on = await onSync({ language })
    expect(linesOf(on, title)).toEqual([
      ['Hilang éPT ABC', expect.stringContaining(gone)],
      ['GudangPT ABC', expect.stringContaining(changed)],
      ['Baru 🌺PT ABC', expect.stringContaining(made)],
    ])
  })

  test('[UI3] are not spoken of where there are none', async () => {
    expect(linesOf(await onSync({ prepare: async () => {} }))).toBeUndefined()
  })

  test.each([
    ['Hilang é', `/record_b/${other}/edit`],
    ['Gudang', `/record_b/${uid}/edit`],
    ['Baru 🌺', '/record_b/new'],
  ])('[UI3] lead to where they go on: %s', async (name, path) => {
    const app = await stage(App, { path: '/sync', prepare })
    await useSession().open()
    await settle()
    await app.screen.get(`[aria-label="Open ${name}"]`).trigger('click')
    await expect.poll(() => app.router.currentRoute.value.path).toBe(path)
    await settle()
    expect(inputOf(app, 'Nama').element.value).toBe(name)
  })

  test('[UI3] are discarded one by one', async () => {
    const on = await onSync()
    await on.screen.get('[aria-label="Discard Gudang"]').trigger('click')
    await settle()
    expect([await namesOf(on), linesOf(on)?.length]).toEqual([['Baru 🌺', 'Hilang é'], 2])
  })

  test('[UI7] are seen by viewers, who can neither open nor discard them', async () => {
    const on = await onSync({ role: 'viewer' })
    expect([linesOf(on)?.length, on.screen.find('[aria-label$="Gudang"]').exists()]).toEqual([3, false])
  })

  test('[UI13] that cannot be read are said, and discarded together', async () => {
    const spoilt = [uid, other].map(each => ({ id: each, kind: 'record_b', uid: each }))
    const dropped: string[] = []
    const on = await onSync({
      engine: {
        drafts: async () => ({ outcome: 'read', drafts: [], unreadable: dropped.length > 0 ? [] : spoilt }),
        dropDraft: async id => void dropped.push(id),
      },
    })
    expect(panelOf(on, 'Forms that were not saved')?.text()).toContain('2 drafts can no longer be read')
    await panelOf(on, 'Forms that were not saved')!.get('button').trigger('click')
    await settle()
    expect([dropped, panelOf(on, 'Forms that were not saved')]).toEqual([[uid, other], undefined])
  })
})
