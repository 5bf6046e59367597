/** What one device keeps, with no server in reach. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dump, watchTransactions } from '../support/indexed-db.ts'
import { draftOf, draftsIn } from '../support/drafts.ts'
import { noForm } from '../support/people.ts'
import { Profile } from '../support/profile.ts'
import { everything, recordA, recordB, uid } from '../support/tables.ts'

const names = async (profile: Profile, kind = 'record_b', field = 'nama') => {
  const { engine } = await profile.tab()
  const { rows } = await engine.query(kind, everything, 0, 100)
  return rows.map(row => [row.fields[field], row.state])
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('On this device, offline', () => {
  test('[OB1] what was saved is there again after the tab is closed', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    const nama = '😀'.repeat(60)
    const edit = { ...noForm, kind: 'record_b', uid: uid(1), fields: recordB({ nama }) }
    expect(await engine.save(edit)).toMatchObject({ outcome: 'saved' })
    await engine.close()
    expect(await names(profile)).toEqual([[nama, 'unsent']])
  })

  test('[OB1] a save asks the disk for strict durability', async () => {
    const transaction = vi.fn()
    watchTransactions(transaction)
    const { engine } = await new Profile().tab()
    transaction.mockClear()
    await engine.save({ ...noForm, kind: 'record_b', uid: uid(1), fields: recordB() })
    const writing = transaction.mock.calls.filter(([, mode]) => mode === 'readwrite')
    expect(writing.map(call => call[2])).toEqual([{ durability: 'strict' }])
  })

  test('[PG4] nothing that was entered stands readable in the database', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    const fields = recordA({ passwd: 'Sangat-Rahasia', device_id: '5' })
    await engine.save({ ...noForm, kind: 'record_a', uid: uid(1), fields })
    await engine.keepDraft(draftOf(2, { kind: 'record_a', fields }))
    const stored = await dump(profile.indexedDB)
    expect([...(stored['acts'] ?? []), ...(stored['flights'] ?? [])]).toHaveLength(1)
    expect(stored['unsaved']).toHaveLength(1)
    expect(Buffer.from(JSON.stringify(stored, bytesAsText)).toString()).not.toContain('Rahasia')
  })

  test('[OB4] a record made and deleted offline leaves nothing behind', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    await engine.save({ ...noForm, kind: 'record_b', uid: uid(1), fields: recordB() })
    await engine.remove('record_b', uid(1))
    expect(await engine.outbox()).toEqual([])
    expect(await names(profile)).toEqual([])
  })

  test('[OB9] and comes back when the delete is undone', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    await engine.save({ ...noForm, kind: 'record_b', uid: uid(1), fields: recordB({ nama: 'Kembali' }) })
    const removed = await engine.remove('record_b', uid(1))
    if (removed.outcome === 'removed') await engine.undo(removed.undo)
    expect(await names(profile)).toEqual([['Kembali', 'unsent']])
  })

  test('[VA1] an invalid edit is refused with its issues and nothing is written', async () => {
    const { engine } = await new Profile().tab()
    const edit = {
      ...noForm,
      kind: 'record_b',
      uid: uid(1),
      fields: recordB({ pt: '   ', nama: 'n'.repeat(61) }),
    }
    expect(await engine.save(edit)).toEqual({
      outcome: 'invalid',
      issues: [
        { field: 'pt', code: 'required' },
        { field: 'nama', code: 'too_long', params: { max: 60 } },
      ],
    })
    expect(await engine.outbox()).toEqual([])
  })

  test('[UI3] a draft is kept until its form is saved, and goes with that and no other', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    const [mine, other] = ['a', 'b'].map(id => draftOf(1, { id, fields: recordB({ nama: `Belum ${id}` }) }))
    for (const draft of [mine!, other!]) await engine.keepDraft(draft)
    const again = await profile.tab()
    expect(await draftsIn(again.engine, mine)).toMatchObject([mine, other])
    const { id, ...edit } = mine!
    await again.engine.save({ ...edit, draft: id })
    expect(await draftsIn(again.engine)).toMatchObject([other])
  })

  test('[UI3] of two forms that take up one draft the first gets it, and what it was is what it is', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    const other = await profile.tab()
    const draft = draftOf(1, { fields: recordB({ nama: 'Belum 🌺' }) })
    await engine.keepDraft(draft)
    const taken = await Promise.all([engine.takeDraft(draft.id, 'a'), other.engine.takeDraft(draft.id, 'b')])
    expect(taken).toMatchObject([{ draft: { ...draft, id: 'a' } }, { draft: null }])
    await engine.takeDraft('a', 'c')
    expect(await draftsIn(engine)).toMatchObject([{ ...draft, id: 'c' }])
  })

  test('[UI3] what is asked for after a draft was kept knows it, and closing waits for it', async () => {
    const profile = new Profile()
    const { engine } = await profile.tab()
    const draft = draftOf(1, { fields: recordB({ nama: 'Belum 🌺' }) })
    const kept = engine.keepDraft(draft)
    expect(await draftsIn(engine, draft)).toMatchObject([draft])
    const fields = recordB({ nama: 'Sudah' })
    const later = engine.keepDraft({ ...draft, fields })
    await engine.close()
    expect(await Promise.all([kept, later])).toMatchObject([{ outcome: 'saved' }, { outcome: 'saved' }])
    const again = await profile.tab()
    expect(await draftsIn(again.engine, draft)).toMatchObject([{ ...draft, fields }])
  })

  test("another user's tab on the same profile sees none of it", async () => {
    const profile = new Profile()
    const { engine } = await profile.tab('ani')
    await engine.save({ ...noForm, kind: 'record_b', uid: uid(1), fields: recordB() })
    const other = await profile.tab('budi')
    expect((await other.engine.status()).unsent).toBe(0)
    expect((await other.engine.query('record_b', everything, 0, 10)).total).toBe(0)
  })

  test('an edit in one tab shows in the other', async () => {
    const profile = new Profile()
    const [first, second] = [await profile.tab(), await profile.tab()]
    await first.engine.save({
      ...noForm,
      kind: 'record_b',
      uid: uid(1),
      fields: recordB({ nama: 'Dari satu' }),
    })
    await expect.poll(async () => (await second.engine.query('record_b', everything, 0, 10)).total).toBe(1)
    expect(second.events).toContainEqual({ type: 'records', kinds: ['record_b'] })
  })
})

function bytesAsText(_: string, value: unknown): unknown {
  if (value instanceof ArrayBuffer || value instanceof Uint8Array)
    return Buffer.from(value as Uint8Array).toString('latin1')
  return value
}
