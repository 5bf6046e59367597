/** A list of others, from the file to the records and back: read, compared, written in one go, taken back in one. */
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { RefusedWords } from '../../client/contract.ts'
import { fillable, type Kind, kindNamed } from '../../shared/metadata.ts'
import { kinds } from '../../shared/kinds.ts'
import { compare, csv, line, readText, rowsOf, withPeople, write } from '../support/importing.ts'
import { whileSealing } from '../support/sealing.ts'
import { edit, list, make, online, shown } from '../support/people.ts'
import { everything, recordB, uid } from '../support/tables.ts'

const words: RefusedWords = {
  reason: 'Reason',
  labels: { pin: 'PIN', device_id: 'Device' },
  issues: { too_long: 'at most {max} characters', unknown_record: 'there is no {text}', required: 'missing' },
}

describe('A list read in', () => {
  test('[IM1, IM4] says what it is, and what its columns are for', async () => {
    const { ani } = await withPeople()
    const { table, plan } = await readText(ani, csv(line('007', 'Siti')))
    expect(table).toMatchObject({ format: 'csv', encoding: 'utf-8', separator: ';', rows: 1 })
    expect(table.columns[1]).toEqual({ name: 'PIN', samples: ['007'] })
    expect(plan.fields).toEqual(fillable(kindNamed(kinds, 'record_a') as Kind).map(({ name }) => name))
    expect(plan.keys).toEqual(['device_id', 'pin'])
  })

  test('[IM6] shows what would be added, changed, left and refused: nothing is written yet', async () => {
    const { ani } = await withPeople()
    const lines = [
      line('007', 'Siti'),
      line('008', 'Dewi Lestari'),
      line('009', 'Eko'),
      line('010', 'X', 'Loket'),
    ]
    const { plan } = await readText(ani, csv(...lines))
    const diff = await compare(ani, plan)
    expect(diff.counts).toEqual({ added: 1, changed: 1, unchanged: 1, refused: 1 })
    const [changed] = await rowsOf(ani, 'changed')
    expect(changed).toMatchObject({ line: 3, uid: uid(22), changes: { name: ['Dewi', 'Dewi Lestari'] } })
    expect(await rowsOf(ani, 'refused')).toMatchObject([
      { line: 5, issues: [{ field: 'device_id', code: 'unknown_record', params: { text: 'Loket' } }] },
    ])
    expect(await ani.tab.engine.outbox()).toEqual([])
  })

  test('[IM7] goes in as one, without a network, and out to everybody', async () => {
    const { ani, budi } = await withPeople()
    const lines = [line('008', 'Dewi Lestari'), line('009', 'Eko', 'Loket'), line('010', 'Fitri', 'Loket')]
    const { plan } = await readText(ani, csv(...lines))
    const diff = await compare(ani, { ...plan, makesMissing: true })
    expect(diff).toMatchObject({ counts: { added: 2, changed: 1 }, made: { device: ['Loket'] } })
    expect(await write(ani)).toMatchObject({ added: 2, changed: 1 })
    expect(await ani.tab.engine.status()).toMatchObject({ unsent: 4 })
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    await online(budi)
    const names = (await list(budi, 'record_a')).map(({ fields }) => fields['name'])
    expect(names.map(String).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'Dewi Lestari',
      'Eko',
      'Fitri',
      'Siti',
    ])
    const [eko] = await list(budi, 'record_a', { ...everything, search: 'eko' })
    expect(eko?.titles).toEqual({ device_id: 'Loket' })
  })

  test.each(['before it has left', 'after it was sent'])('[IM7] one undo takes it back, %s', async when => {
    const { ani, budi } = await withPeople()
    const before = (await list(ani, 'record_a')).map(({ fields }) => fields)
    const { plan } = await readText(ani, csv(line('008', 'Dewi Lestari'), line('009', 'Eko', 'Loket')))
    await compare(ani, { ...plan, makesMissing: true })
    const { group } = await write(ani)
    if (when === 'after it was sent') await online(ani)
    expect(await ani.tab.engine.undoGroup(group ?? { group: '' })).toEqual({
      ...{ outcome: 'undone', taken: 3, left: 0 },
    })
    for (const person of [ani, budi]) {
      expect(await online(person)).toMatchObject({ unsent: 0, attention: 0 })
      expect((await list(person, 'record_a')).map(({ fields }) => fields)).toEqual(before)
      expect(await list(person, 'device')).toHaveLength(1)
    }
  })

  test('[IM7] where a record has changed since, nothing is written, and it is compared anew', async () => {
    const { ani } = await withPeople()
    const { plan } = await readText(ani, csv(line('007', 'Siti A.'), line('008', 'Dewi L.')))
    await compare(ani, plan)
    await edit(ani, 22, { name: 'Dewi Sartika' }, 'record_a')
    const answer = await ani.tab.engine.importTable()
    expect(answer).toMatchObject({ outcome: 'changed', diff: { counts: { changed: 2 } } })
    expect((await rowsOf(ani, 'changed'))[1]?.changes).toEqual({ name: ['Dewi Sartika', 'Dewi L.'] })
    expect((await shown(ani, 22, 'record_a'))?.fields).toMatchObject({ name: 'Dewi Sartika' })
    expect(await write(ani)).toMatchObject({ changed: 2 })
    expect((await shown(ani, 22, 'record_a'))?.fields).toMatchObject({ name: 'Dewi L.' })
  })

  test('[IM7] where it refers to another record that was never sent, it is compared anew', async () => {
    const { ani } = await withPeople()
    for (const number of [12, 13]) await make(ani, number, { name: `Pintu ${number}` }, 'device')
    await edit(ani, 22, { device_id: { uid: uid(12) } }, 'record_a')
    const { plan } = await readText(ani, csv(line('008', 'Dewi', 'Loket')))
    await compare(ani, { ...plan, keys: ['pin'], makesMissing: true })
    await edit(ani, 22, { device_id: { uid: uid(13) } }, 'record_a')
    expect(await ani.tab.engine.importTable()).toMatchObject({ outcome: 'changed' })
    expect((await shown(ani, 22, 'record_a'))?.fields).toMatchObject({ device_id: { uid: uid(13) } })
    expect(await write(ani)).toMatchObject({ changed: 1 })
  })

  test('[IM7] what changes nothing of what was seen does not hold it up', async () => {
    const { ani } = await withPeople()
    const { plan } = await readText(ani, csv(line('009', 'Eko', 'Loket')))
    await compare(ani, { ...plan, makesMissing: true })
    await make(ani, 31, recordB({ nama: 'Lain' }))
    expect(await write(ani)).toMatchObject({ added: 1 })
  })

  test('[IM8] refused rows come back with their reasons; mended, they are read again', async () => {
    const { ani } = await withPeople()
    const long = 'x'.repeat(31)
    const { plan } = await readText(
      ani,
      csv(line(long, '=1+1'), line('010', 'Eko', 'Loket'), line('007', 'S')),
    )
    expect(await compare(ani, plan)).toMatchObject({ counts: { refused: 2, changed: 1 } })
    const answer = await ani.tab.engine.refusedRows(words)
    if (answer.outcome === 'failed') throw new Error(answer.fault)
    const text = await answer.file.text()
    const { data } = Papa.parse<string[]>(text, { skipEmptyLines: true })
    expect(data.map(row => row.at(-1))).toEqual([
      ...['Reason', 'PIN: at most 30 characters', 'Device: there is no Loket'],
    ])
    const mended = await readText(ani, text.replace(long, '011').replace('Loket', 'Gerbang'))
    expect(mended.plan.fields.at(-1)).toBeNull()
    expect(await compare(ani, mended.plan)).toMatchObject({ counts: { added: 2, refused: 0 } })
    expect((await rowsOf(ani, 'added'))[0]?.title).toBe('=1+1')
    await readText(ani, text)
    await compare(ani, plan)
    const again = await ani.tab.engine.refusedRows(words)
    if (again.outcome === 'failed') throw new Error(again.fault)
    expect((await again.file.text()).split('Reason')).toHaveLength(2)
  })

  test('[IM9] is given up while it is read or compared, and nothing is written', async () => {
    const { ani } = await withPeople()
    const { engine } = ani.tab
    const many = csv(...Array.from({ length: 5_000 }, (_, index) => line(String(index + 1_000), 'Eko')))
    const reading = engine.readTable('record_a', new Blob([many]))
    await engine.letGoTable()
    expect(await reading).toEqual({ outcome: 'given up' })
    const { plan } = await readText(ani, many)
    const comparing = engine.compareTable(plan)
    await engine.letGoTable()
    expect(await comparing).toEqual({ outcome: 'given up' })
    const { plan: again } = await readText(ani, many)
    await compare(ani, again)
    const writing = engine.importTable()
    await engine.letGoTable()
    expect(await writing).toEqual({ outcome: 'given up' })
    expect(await engine.outbox()).toEqual([])
  })

  test('[IM9] is given up while its acts are sealed, and nothing is written', async () => {
    const { ani } = await withPeople()
    const { plan } = await readText(ani, csv(line('009', 'Eko')))
    await compare(ani, plan)
    whileSealing(() => ani.tab.engine.letGoTable())
    expect(await ani.tab.engine.importTable()).toEqual({ outcome: 'given up' })
    expect(await ani.tab.engine.outbox()).toEqual([])
  })

  test('[IM9] says how far it has come', async () => {
    const { ani } = await withPeople()
    const many = csv(...Array.from({ length: 2_000 }, (_, index) => line(String(index + 1_000), 'Eko')))
    const { plan } = await readText(ani, many)
    await compare(ani, plan)
    await write(ani)
    const told = ani.tab.events.filter(event => event.type === 'progress')
    expect([...new Set(told.map(({ of }) => of))]).toEqual(['read', 'compare', 'write'])
    const compared = told.filter(({ of }) => of === 'compare')
    expect(compared.at(-1)).toMatchObject({ total: 2_000 })
    expect(compared.map(({ done }) => done)).toEqual(
      compared.map(({ done }) => done).toSorted((a, b) => a - b),
    )
  })

  test('[IM10] a file that holds no row is refused', async () => {
    const { ani } = await withPeople()
    const { engine } = ani.tab
    expect(await engine.readTable('record_a', new Blob(['']))).toEqual({ outcome: 'refused', why: 'empty' })
    const noise = new Blob([new Uint8Array([0, 1, 2, 3, 0xff, 0, 7, 0])])
    expect(await engine.readTable('record_a', noise)).toEqual({ outcome: 'refused', why: 'foreign' })
  })
})
