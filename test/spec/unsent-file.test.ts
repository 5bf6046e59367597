/** A file of unsent work, read in again: here, on another machine, twice, and one that nobody should trust. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { offline, Profile } from '../support/profile.ts'
import {
  bothHold,
  edit,
  list,
  make,
  online,
  outOfReach,
  type Person,
  removed,
  shown,
} from '../support/people.ts'
import { recordB, uid } from '../support/tables.ts'

const fileOf = ({ tab }: Person) => tab.engine.unsentFile()
const previewOf = async ({ tab }: Person, file: string) => {
  const preview = await tab.engine.readUnsent(file)
  if (preview.outcome !== 'read') return preview
  return preview.entries.map(({ title, op, standing }) => `${op} ${title}: ${standing}`)
}
const add = ({ tab }: Person, file: string) => tab.engine.addUnsent(file)
const outbox = async ({ tab }: Person) => (await tab.engine.outbox()).map(({ title, op }) => `${op} ${title}`)
const onServer = async (person: Person) => {
  await online(person)
  return (await list(person)).map(({ fields }) => `${String(fields['nama'])} ${String(fields['pt'])}`).sort()
}

/** The same person in another browser, with a network of its own. */
async function elsewhere(person: Person): Promise<Person> {
  const profile = new Profile()
  const network = person.network.another()
  profile.transport = network.transport
  return { ...person, profile, network, tab: await profile.tab(person.userId) }
}

/** Ani changed one record twice, deleted another, and made a third; nothing is sent. */
async function dayOffline() {
  const { ani, budi, server } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
  ani.network.isDown = false
  await make(ani, 2, recordB({ nama: 'Hapus', pt: 'H' }))
  await online(ani)
  await online(budi)
  const other = await elsewhere(ani)
  await online(other)
  ani.network.isDown = true
  // Known to be down: nothing leaves in an attempt.
  await ani.tab.sync()
  await edit(ani, 1, { nama: 'Añi' })
  await edit(ani, 1, { pt: 'Q' })
  await removed(ani, 2)
  await make(ani, 3, recordB({ nama: 'Baru 🌺', pt: 'B' }))
  return { ani, budi, server, other, file: await fileOf(ani) }
}

const whole = ['update Añi', 'delete Hapus', 'create Baru 🌺']

describe('A file of unsent work', () => {
  test('[OB21] goes out from another browser as that person’s work, and is added there once', async () => {
    const { budi, other, file } = await dayOffline()
    other.network.isDown = true
    expect(await previewOf(other, file)).toEqual(whole.map(each => `${each}: new`))
    expect(await add(other, file)).toMatchObject({ outcome: 'added', count: 3 })
    expect(await outbox(other)).toEqual(whole)
    expect(await add(other, file)).toMatchObject({ outcome: 'added', count: 0 })
    expect(await previewOf(other, file)).toEqual(whole.map(each => `${each}: here`))
    const reloaded = { ...other, tab: await other.profile.tab(other.userId) }
    expect(await outbox(reloaded)).toEqual(whole)
    expect(await onServer(other)).toEqual(['Añi Q', 'Baru 🌺 B'])
    expect(await onServer(budi)).toEqual(['Añi Q', 'Baru 🌺 B'])
    expect(await add(other, file)).toMatchObject({ outcome: 'added', count: 0 })
    expect(await previewOf(other, file)).toEqual(whole.map(each => `${each}: done`))
  })

  test('[OB21] adds nothing where it was saved, nor after that was sent', async () => {
    const { ani, file } = await dayOffline()
    expect(await previewOf(ani, file)).toEqual(whole.map(each => `${each}: here`))
    expect(await add(ani, file)).toMatchObject({ outcome: 'added', count: 0 })
    await ani.tab.engine.takeBack('record_b', uid(3))
    const waits = whole.slice(0, 2).map(each => `${each}: here`)
    expect(await previewOf(ani, file)).toEqual([...waits, 'create Baru 🌺: done'])
    await online(ani)
    expect(await add(ani, file)).toMatchObject({ outcome: 'added', count: 0 })
    expect(await previewOf(ani, file)).toEqual(whole.map(each => `${each}: done`))
  })

  test('[OB21] and the browser where it was saved may send it as well: nothing is done twice', async () => {
    const { ani, budi, other, file } = await dayOffline()
    await add(other, file)
    await online(other)
    expect(await online(ani)).toMatchObject({ unsent: 0, attention: 0 })
    expect(await onServer(budi)).toEqual(['Añi Q', 'Baru 🌺 B'])
  })

  test('[OB21] [MG3] goes over nothing that its person did not see: they are asked', async () => {
    const { other, file } = await dayOffline()
    await edit(other, 1, { nama: 'Dari peramban lain' })
    await online(other)
    await add(other, file)
    expect(await online(other)).toMatchObject({ attention: 1 })
    expect(await other.tab.engine.attention()).toMatchObject([
      { conflicts: ['nama'], theirs: { nama: 'Dari peramban lain' }, mine: { nama: 'Añi', pt: 'Q' } },
    ])
  })

  test('[OB21] what was taken back there is no entry, and takes nothing along that stands here', async () => {
    const { ani } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    ani.network.isDown = false
    const other = await elsewhere(ani)
    await online(other)
    await outOfReach(ani)
    await outOfReach(other)
    await edit(ani, 1, { nama: 'X' })
    await ani.tab.engine.takeBack('record_b', uid(1))
    await edit(other, 1, { pt: 'SINI' })
    const nothing = await fileOf(ani)
    expect(await previewOf(other, nothing)).toEqual([])
    expect(await add(other, nothing)).toMatchObject({ outcome: 'added', count: 0 })
    await edit(ani, 1, { nama: 'Y' })
    expect(await add(other, await fileOf(ani))).toMatchObject({ outcome: 'added', count: 1 })
    expect(await shown(other, 1)).toMatchObject({ fields: { nama: 'Y', pt: 'SINI' } })
  })

  test('[OB21] [OB9] a delete that was undone where the file was saved is nothing new there', async () => {
    const { ani } = await bothHold(recordB({ nama: 'A' }))
    const undo = await removed(ani, 1)
    const file = await fileOf(ani)
    await ani.tab.engine.undo(undo)
    expect(await shown(ani, 1)).toMatchObject({ state: 'settled' })
    expect(await add(ani, file)).toMatchObject({ outcome: 'added', count: 0 })
  })

  test('[OB21] [RB1] an answer to what was done before does not cover what was sent since', async () => {
    const { ani } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    ani.network.isDown = false
    const other = await elsewhere(ani)
    await online(other)
    await edit(ani, 1, { nama: 'Di jalan' })
    let file = ''
    const { transport } = ani.network
    ani.profile.transport = {
      ...transport,
      push: async sent => {
        file = await fileOf(ani)
        await transport.push(sent)
        throw new AppError('unreachable')
      },
    }
    await ani.tab.sync()
    await outOfReach(ani)
    await outOfReach(other)
    await edit(other, 1, { pt: 'Q' })
    expect(await add(other, file)).toMatchObject({ outcome: 'added', count: 1 })
    other.profile.transport = { ...other.network.transport, changes: offline.changes }
    await online(other)
    expect(await shown(other, 1)).toMatchObject({ fields: { nama: 'Di jalan', pt: 'Q' } })
  })

  test.each(['arrived', 'was lost'])('[OB21] with a flight that %s is settled once', async fate => {
    const { ani, budi } = await bothHold(recordB({ nama: 'A', pt: 'P' }))
    const other = await elsewhere(ani)
    ani.network.isDown = false
    await online(other)
    await edit(ani, 1, { nama: 'Di jalan' })
    let file = ''
    const { transport } = ani.network
    const push: typeof transport.push = async sent => {
      file = await fileOf(ani)
      if (fate === 'arrived') await transport.push(sent)
      ani.network.isDown = true
      throw new AppError('unreachable')
    }
    ani.profile.transport = { ...transport, push }
    await ani.tab.sync()
    ani.network.isDown = true
    await edit(ani, 1, { pt: 'Q' })
    const later = await fileOf(ani)
    expect(JSON.parse(later)).toMatchObject({ records: [{ flights: [{}], acts: [{}] }] })
    ani.network.isDown = false
    expect(await add(other, file)).toMatchObject({ outcome: 'added', count: 1 })
    expect(await add(other, later)).toMatchObject({ outcome: 'added', count: 1 })
    expect(await online(other)).toMatchObject({ unsent: 0, attention: 0 })
    expect(await add(other, later)).toMatchObject({ outcome: 'added', count: 0 })
    expect(await onServer(budi)).toEqual(['Di jalan Q'])
    expect((await shown(other, 1))?.state).toBe('settled')
  })
})

describe('A file that is not to be trusted', () => {
  const foreign = { outcome: 'refused', why: 'foreign' }
  const changed = (file: string, change: object) =>
    JSON.stringify({ ...(JSON.parse(file) as object), ...change })

  test.each([
    ['', foreign],
    ['not JSON', foreign],
    ['[1, 2]', foreign],
    ['{"format":"records-unsent","version":1,"rows":[]}', foreign],
    [
      `{"format":"records-unsent","version":3,"savedAt":"","records":[]}`,
      { outcome: 'refused', why: 'newer' },
    ],
    ['x'.repeat(257 * 1024 * 1024), { outcome: 'refused', why: 'too large' }],
  ])('[OB21] is refused with the reason: %#', async (text, refusal) => {
    const { ani } = await dayOffline()
    expect(await ani.tab.engine.readUnsent(text)).toEqual(refusal)
    expect(await ani.tab.engine.addUnsent(text)).toEqual(refusal)
    expect(await outbox(ani)).toEqual(whole)
    expect(ani.tab.bugs).toEqual([])
  })

  test('[OB21] [PU9] nobody reads in the work of somebody else', async () => {
    const { budi, file } = await dayOffline()
    expect(await add(budi, file)).toEqual({ outcome: 'refused', why: 'somebody else' })
    expect(await add(budi, changed(file, { schema: 99 }))).toEqual({ outcome: 'refused', why: 'newer' })
    expect(await outbox(budi)).toEqual([])
  })

  test('[OB21] entries of kinds and fields that nobody knows are left out, and those that make no sense', async () => {
    const { other, file } = await dayOffline()
    const { records } = JSON.parse(file) as { records: { kind: string; acts: { deed: object }[] }[] }
    const [update, gone, made] = records
    const strange = [
      { ...update, kind: 'unit_z' },
      {
        ...made,
        uid: uid(8),
        acts: made?.acts.map(act => ({ ...act, deed: { ...act.deed, fields: { lantai: '1' } } })),
      },
      {
        ...made,
        uid: uid(9),
        acts: [{ ...made?.acts[0], deed: { do: 'make', fields: { nama: { deep: {} } } } }],
      },
      { ...made, uid: '../../etc' },
      null,
    ]
    const text = changed(file, { records: [...strange, gone] })
    const preview = await other.tab.engine.readUnsent(text)
    expect(preview).toMatchObject({
      entries: [{ standing: 'unknown' }, { standing: 'unknown' }, { standing: 'new' }],
      unreadable: 3,
    })
    expect(await add(other, text)).toMatchObject({ outcome: 'added', count: 1 })
    expect(await outbox(other)).toEqual(['delete Hapus'])
  })
})
