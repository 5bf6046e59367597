/** The place of deleted records: found there, and brought back, with the server's word and without it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import DeletedView from '../../client/screens/views/DeletedView.vue'
import { useDesk } from '../../client/screens/stores/desk.ts'
import type { DeletedAnswer } from '../../shared/protocol.ts'
import { noForm } from '../support/drafts.ts'
import { buttonOf, filled, press, recordB, uid } from './forms.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

beforeEach(() => vi.stubEnv('TZ', 'UTC'))
afterEach(() => vi.unstubAllEnvs())

const nothingGone: DeletedAnswer = { records: [], titles: {}, next: null }

describe('Deleted records', () => {
  const goneUid = '018e174e-bd20-7335-91ff-cd0690ffe9aa'
  const gone: DeletedAnswer = {
    ...nothingGone,
    records: [
      {
        ...{ uid: goneUid, id: '12', by: 'ngurah.rai', made: null, at: '2026-01-02T10:00:00.000Z' },
        fields: { ...filled, nama: 'Gudang Ñ' },
      },
    ],
  }
  const open = (options: StageOptions = {}) =>
    stage(DeletedView, {
      props: { kind: recordB, uid: null },
      path: '/record_b/deleted',
      ledger: { deleted: () => Promise.resolve(gone) },
      ...options,
    })
  const rowsOf = ({ screen }: Stage) => screen.findAll('.rows > li').map(row => row.text())

  test('[HI3] says what it was, who deleted it and when', async () => {
    const on = await open()
    expect(rowsOf(on)).toHaveLength(1)
    expect(rowsOf(on)[0]).toMatch(/^Gudang ÑPTABCDeleted by ngurah.rai, Jan 2, 2026, 10:00/)
    expect(on.screen.text()).toContain('That is all.')
  })

  test('[HI4] [UI25] Restore brings it back, and leads to it; Undo takes that back', async () => {
    const on = await open()
    await press(on, 'Restore')
    expect((await on.engine.record('record_b', goneUid))?.fields['nama']).toBe('Gudang Ñ')
    expect(useDesk().toast?.text).toBe('Gudang Ñ restored')
    expect(buttonOf(on, 'Restore')).toBeUndefined()
    expect(on.screen.get(`a[href="/record_b/${goneUid}"]`).text()).toBe('Open')
    expect(document.activeElement?.tagName).toBe('SUMMARY')
    useDesk().undo()
    await settle()
    expect(await on.engine.record('record_b', goneUid)).toBeNull()
    expect(buttonOf(on, 'Restore')).toBeDefined()
  })

  test('[UI7] viewers see them, and restore none', async () => {
    const on = await open({ role: 'viewer' })
    expect([rowsOf(on).length, buttonOf(on, 'Restore')]).toEqual([1, undefined])
  })

  test('[HI3] [UI5] a search is in the URL, and an answer to an older one is never shown', async () => {
    const answers = new Map<string, (answer: DeletedAnswer) => void>()
    const deleted = (_: string, search: string) =>
      new Promise<DeletedAnswer>(resolve => answers.set(search, resolve))
    const on = await open({ ledger: { deleted }, path: '/record_b/deleted?words=gu' })
    const box = on.screen.get<HTMLInputElement>('input[type=search]')
    expect(box.element.value).toBe('gu')
    await box.setValue('xyz')
    await expect.poll(() => answers.has('xyz')).toBe(true)
    answers.get('xyz')!(nothingGone)
    await settle()
    answers.get('gu')!(gone)
    await settle()
    expect(rowsOf(on)).toEqual([])
    expect(on.screen.text()).toContain('No deleted record has all of these words')
    expect(on.router.currentRoute.value.query).toEqual({ words: 'xyz' })
  })

  test('[HI5] without the server shows those deleted here, says so, and finds them by their words', async () => {
    const on = await open({
      ledger: {},
      prepare: async engine => {
        await engine.save({ ...noForm, kind: 'record_b', uid, fields: filled })
        // One that was there before: a new one would come to nothing.
        await engine.restore('record_b', goneUid, { id: '12', fields: { ...filled, nama: 'Gudang Ñ' } })
        await engine.remove('record_b', goneUid)
      },
    })
    expect(on.screen.get('[role=status]').text()).toContain('only what you deleted here')
    expect(rowsOf(on)[0]).toMatch(/^Gudang ÑTo send.*Deleted by sri/)
    const box = on.screen.get('input[type=search]')
    await box.setValue('kantor')
    await expect.poll(() => rowsOf(on)).toEqual([])
    await box.setValue('gudang n')
    await expect.poll(() => rowsOf(on).length).toBe(1)
    await press(on, 'Restore')
    expect((await on.engine.record('record_b', goneUid))?.fields['nama']).toBe('Gudang Ñ')
  })

  test('[HI3] an empty place says so', async () => {
    const on = await open({ ledger: { deleted: () => Promise.resolve(nothingGone) } })
    expect(on.screen.text()).toContain('Nothing is deleted')
  })

  test('[HI3] a search that is written into the address keeps nobody from going elsewhere', async () => {
    const on = await open()
    const left = Promise.withResolvers<void>()
    on.router.beforeEach(async to => {
      if (to.path === '/settings') await left.promise
    })
    await on.screen.get('input[type=search]').setValue('abc')
    const leaving = on.router.push('/settings')
    await new Promise(resolve => setTimeout(resolve, 400))
    left.resolve()
    await leaving
    await settle()
    expect(on.router.currentRoute.value.path).toBe('/settings')
  })
})
