import { expect, test } from 'vitest'
import { Profile } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'
import { noForm } from '../support/people.ts'
test('smoke', async () => {
  const profile = new Profile()
  const tab = await profile.tab()
  const other = await profile.tab()
  const r = await tab.engine.save({ ...noForm, kind: 'record_b', uid: uid(1), fields: recordB({ nama: 'A' }) })
  expect(tab.bugs).toEqual([])
  expect(r).toMatchObject({ outcome: 'saved' })
  const view = await tab.engine.record('record_b', uid(1))
  expect(view).toMatchObject({ state: 'unsent', since: 1 })
  await new Promise(r => setTimeout(r, 20))
  expect(await other.engine.record('record_b', uid(1))).toMatchObject({ state: 'unsent' })
  const s = await other.engine.save({ ...noForm, kind: 'record_b', uid: uid(1), seen: view!.fields, since: 1, fields: { ...view!.fields, nama: 'B' } })
  expect(await other.engine.record('record_b', uid(1))).toMatchObject({ state: 'unsent', fields: { nama: 'B' }, state: 'unsent' })
  if (s.outcome === 'saved') await other.engine.undo(s.undo!)
  expect(await other.engine.record('record_b', uid(1))).toMatchObject({ fields: { nama: 'A' } })
  const d = await other.engine.remove('record_b', uid(1))
  expect(await other.engine.record('record_b', uid(1))).toBe(null)
  if (d.outcome === 'removed') await other.engine.undo(d.undo)
  expect(await other.engine.record('record_b', uid(1))).toMatchObject({ fields: { nama: 'A' } })
  expect(await other.engine.status()).toMatchObject({ unsent: 1, attention: 0 })
  expect(other.bugs).toEqual([])
})
