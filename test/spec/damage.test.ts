/** Stored pages that cannot be opened any more, or that hold a record twice: nothing stops, and all comes back. */
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../client/engine/disk/database.ts'
import { readPagesAfter, writePages } from '../../client/engine/disk/pages.ts'
import { emptyPage, isPatch, type Page } from '../../client/engine/table/page.ts'
import { pageOf } from '../../client/engine/table/laid-page.ts'
import { layOut } from '../../client/engine/table/page-bytes.ts'
import { pageRecords, pushMutations } from '../../shared/limits.ts'
import { create } from '../support/acts.ts'
import { breakValues, spoil } from '../support/indexed-db.ts'
import { list, make, online, type Person, shown, twoEditors } from '../support/people.ts'
import { recordB, uid } from '../support/tables.ts'

const count = pageRecords + 40
const kind = 'record_b'

/** Ani's device holds Budi's records on two pages, and has one edit that waits; the app is closed. */
async function closedDevice() {
  const { server, ani, budi } = await twoEditors()
  const mutations = Array.from({ length: count }, (_, i) => create(i + 1, recordB({ nama: `Nâma ${i + 1}` })))
  for (const part of [mutations.slice(0, pushMutations), mutations.slice(pushMutations)])
    await budi.network.transport.push({ user: budi.userId, client: uid(1), mutations: part })
  for (const person of [budi, ani]) await online(person)
  ani.network.isDown = true
  await make(ani, 9_000, recordB({ nama: 'Belum terkirim 🌋' }))
  await ani.tab.engine.close()
  return { server, ani, budi }
}

const spoilPages = ({ profile, userId }: Person, ...numbers: number[]) =>
  spoil(profile.indexedDB, { userId, table: 'pages', keys: numbers.map(number => [kind, number]) })

/** Writes stored pages as `alter` leaves them. */
async function rewrite({ profile, userId }: Person, alter: (pages: Page[]) => Page[]): Promise<void> {
  const db = await openDatabase({ ...profile.world([]), userId })
  const { pages, pulled } = await readPagesAfter(db, 0)
  const ours = pages.filter(page => page.kind === kind && !isPatch(page)).map(pageOf)
  await writePages(db, alter(ours).map(layOut), { ...pulled, revision: pulled.revision + 1 })
  db.close()
}

/** What the first page holds stands in a patch, and one record is older on the page. Returns the patch. */
async function patched(person: Person): Promise<Page> {
  const patch = emptyPage(kind, -1)
  await rewrite(person, ([page]) => {
    Object.assign(patch, structuredClone(page!), { page: -1 })
    page!.version[4] = 0
    page!.fields['nama']![4] = 'Yang lama'
    return [page!, patch]
  })
  return patch
}

async function open(person: Person): Promise<void> {
  person.tab = await person.profile.tab(person.userId)
}

const isDamaged = async ({ tab }: Person) => (await tab.engine.status()).isDamaged
const uids = async (person: Person) => (await list(person)).map(row => row.uid)

/** Mended for good: all of it is there, also when the app is opened once more. */
async function expectMended(ani: Person, budi: Person): Promise<void> {
  expect(await online(ani)).toMatchObject({ state: 'idle', unsent: 0, attention: 0, isDamaged: false })
  await online(budi)
  const theirs = new Set(await list(budi))
  expect(new Set(await list(ani))).toEqual(theirs)
  await ani.tab.engine.close()
  ani.network.isDown = true
  await open(ani)
  expect(await isDamaged(ani)).toBe(false)
  expect(new Set(await list(ani))).toEqual(theirs)
  expect((await ani.tab.engine.status()).counts[kind]).toBe(theirs.size)
}

describe('A page that cannot be opened', () => {
  test.each([
    ['the first', [0], 41],
    ['the last', [1], pageRecords + 1],
    ['every one', [0, 1], 1],
  ])(
    '[PG8] %s: the rest shows, it is said that some is missing, and work goes on',
    async (_, spoilt, left) => {
      const { ani, budi } = await closedDevice()
      await spoilPages(ani, ...spoilt)
      await open(ani)
      expect(await isDamaged(ani)).toBe(true)
      expect(await uids(ani)).toHaveLength(left)
      expect((await shown(ani, 9_000))?.fields['nama']).toBe('Belum terkirim 🌋')
      expect(await make(ani, 9_001, recordB({ nama: 'Sesudahnya' }))).toMatchObject({ outcome: 'saved' })
      expect(await ani.tab.engine.outbox()).toHaveLength(2)
      await expectMended(ani, budi)
      expect(await uids(ani)).toHaveLength(count + 2)
    },
  )

  test.each([
    ['the first', 0, 41],
    ['another', 1, pageRecords + 1],
  ])('[PG8] nor read by the browser itself, %s: so it is, too', async (_, page, left) => {
    const { ani, budi } = await closedDevice()
    const { profile, userId } = ani
    breakValues(profile.indexedDB, { userId, table: 'pages', keys: [[kind, page]] })
    await open(ani)
    expect(await isDamaged(ani)).toBe(true)
    expect(await uids(ani)).toHaveLength(left)
    expect(await make(ani, 9_001, recordB({ nama: 'Sesudahnya' }))).toMatchObject({ outcome: 'saved' })
    await expectMended(ani, budi)
    expect(await uids(ani)).toHaveLength(count + 2)
  })

  test('[PG8] a patch: its records look older until they are here again', async () => {
    const { ani, budi } = await closedDevice()
    await patched(ani)
    await spoilPages(ani, -1)
    await open(ani)
    expect(await isDamaged(ani)).toBe(true)
    expect((await shown(ani, 5))?.fields['nama']).toBe('Yang lama')
    ani.network.losing.add('/api/sync/digest')
    await online(ani)
    expect(await isDamaged(ani)).toBe(true)
    await expectMended(ani, budi)
  })

  test('[PG8] a patch, in whose place another tab has written one meanwhile: that one stays', async () => {
    const { ani, budi } = await closedDevice()
    const patch = await patched(ani)
    await spoilPages(ani, -1)
    await open(ani)
    expect((await shown(ani, 5))?.fields['nama']).toBe('Yang lama')
    await rewrite(ani, () => [patch])
    await expectMended(ani, budi)
    expect((await shown(ani, 5))?.fields['nama']).toBe('Nâma 5')
  })

  test('[PG8] a patch that an open tab had read before: what stood in it is on the disk again', async () => {
    const { ani, budi } = await closedDevice()
    const patch = await patched(ani)
    await open(ani)
    await online(ani)
    await rewrite(ani, () => [patch])
    await spoilPages(ani, -1)
    await expectMended(ani, budi)
    expect((await shown(ani, 5))?.fields['nama']).toBe('Nâma 5')
  })

  test('[PG8] is mended by the next run when something else was written in its place, and the app was closed', async () => {
    const { ani, budi } = await closedDevice()
    await spoilPages(ani, 1)
    await open(ani)
    await make(budi, 9_600, recordB({ nama: 'Sementara itu' }))
    await online(budi)
    ani.network.losing.add('/api/sync/digest')
    expect(await online(ani)).toMatchObject({ error: 'unreachable', isDamaged: true })
    await ani.tab.engine.close()
    ani.network.isDown = true
    await open(ani)
    await expectMended(ani, budi)
    expect(await uids(ani)).toHaveLength(count + 2)
  })

  test('[PG8] is told again, and mended, when the app is closed before it was', async () => {
    const { ani, budi } = await closedDevice()
    await spoilPages(ani, 0)
    await open(ani)
    ani.network.losing.add('/api/sync/digest')
    expect(await online(ani)).toMatchObject({ error: 'unreachable', isDamaged: true })
    await ani.tab.engine.close()
    ani.network.isDown = true
    await open(ani)
    expect(await isDamaged(ani)).toBe(true)
    await expectMended(ani, budi)
  })

  test('[PG8] is mended though others write meanwhile, and the server leaves sums out', async () => {
    const { ani, budi } = await closedDevice()
    await spoilPages(ani, 1)
    await open(ani)
    const { transport } = ani.network
    ani.profile.transport = {
      ...transport,
      async digest(...given) {
        await make(budi, 9_500, recordB({ nama: 'Sementara itu' }))
        await online(budi)
        return transport.digest(...given)
      },
    }
    await online(ani)
    ani.profile.transport = transport
    await expectMended(ani, budi)
  })
})

describe('A record on two pages', () => {
  test.each([
    ['first', 0, 1],
    ['second', 1, 0],
  ])('[PG8] is shown once, as the newer of both, which stands on the %s', async (_, newer, older) => {
    const { ani, budi } = await closedDevice()
    await rewrite(ani, pages => {
      const [one, two] = [pages[newer]!, pages[older]!]
      for (const key of ['uid', 'id'] as const) two[key][3] = one[key][3] ?? ''
      two.version[3] = 0
      two.fields['nama']![3] = 'Yang lama'
      return [one, two]
    })
    await open(ani)
    expect(await isDamaged(ani)).toBe(true)
    const doubled = uid(newer === 0 ? 4 : pageRecords + 4)
    expect((await uids(ani)).filter(each => each === doubled)).toHaveLength(1)
    const names = (await list(ani)).map(row => row.fields['nama'])
    expect(names).not.toContain('Yang lama')
    expect(names).toContain(newer === 0 ? 'Nâma 4' : `Nâma ${pageRecords + 4}`)
    await expectMended(ani, budi)
    expect(await uids(ani)).toHaveLength(count + 1)
  })
  test('[PG8] nor is it shown twice by a tab that was open when another, which could not read it, wrote it elsewhere', async () => {
    const { ani, budi } = await closedDevice()
    await open(ani)
    await list(ani)
    await rewrite(ani, ([one, two]) => {
      for (const key of ['uid', 'id'] as const) two![key][3] = one![key][3] ?? ''
      two!.version[3] = 999
      two!.fields['nama']![3] = 'Yang baru'
      return [two!]
    })
    await ani.tab.sync()
    const rows = (await list(ani)).filter(row => row.uid === uid(4))
    expect(rows.map(row => row.fields['nama'])).toEqual(['Yang baru'])
    await expectMended(ani, budi)
  })
})
