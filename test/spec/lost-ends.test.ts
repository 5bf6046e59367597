/** A connection that dies before it says that all was written, or that nothing was: what was done is done once. */
import { IDBObjectStore } from 'fake-indexeddb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loseOneEnd } from '../support/indexed-db.ts'
import {
  edit,
  make,
  online,
  opened,
  outOfReach,
  type Person,
  removed,
  saveForm,
  shown,
  twoTabs,
  whileWaiting,
} from '../support/people.ts'
import { settled } from '../support/places.ts'
import { recordB } from '../support/tables.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** The next save adds its act, and its transaction comes to nothing. */
function loseOneAdd(): void {
  const { add } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(function (this: IDBObjectStore, ...given) {
    const asked = add.apply(this, given)
    asked.addEventListener('success', () => queueMicrotask(() => this.transaction.abort()))
    return asked
  })
}

describe('A save whose end was not heard of', () => {
  /** Before it asks once more, another tab does so. */
  async function savedUnheard(meanwhile: (other: Person) => Promise<unknown>) {
    const storage = loseOneEnd('acts')
    const { ani, other } = await twoTabs()
    await outOfReach(ani)
    const form = await opened(ani, 1)
    whileWaiting(ani, () => meanwhile(other))
    storage.begin()
    expect(await saveForm(ani, form, { nama: 'B' })).toMatchObject({ outcome: 'saved' })
    expect(storage.isOver()).toBe(true)
    return ani
  }

  async function sentAndChanged(other: Person): Promise<void> {
    await online(other)
    await edit(other, 1, { nama: 'C' })
    await online(other)
  }

  /** The server's answer is lost. */
  async function sentUnheard(other: Person): Promise<void> {
    other.network.losing.add('/api/sync/push')
    await online(other)
    await outOfReach(other)
  }

  test('[OB16] is not written twice, when another tab has sent it meanwhile and gone on', async () => {
    const ani = await savedUnheard(sentAndChanged)
    expect(await online(ani)).toMatchObject(settled)
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'C' })
  })

  test('[OB16] is not written twice, when another tab has it on its way', async () => {
    const ani = await savedUnheard(sentUnheard)
    expect(await shown(ani, 1)).toMatchObject({ state: 'unsent', fields: { nama: 'B' } })
    expect(await ani.tab.engine.outbox()).toHaveLength(1)
    expect(await online(ani)).toMatchObject(settled)
    expect(ani.tab.bugs).toEqual([])
  })

  test('[OB1] lets nothing that is saved after it be said not to be', async () => {
    const ani = await savedUnheard(sentAndChanged)
    expect(await edit(ani, 1, { pt: 'Q' })).toMatchObject({ outcome: 'saved' })
    const again = { ...ani, tab: await ani.profile.tab(ani.userId) }
    expect((await shown(again, 1))?.fields).toMatchObject({ nama: 'C', pt: 'Q' })
  })

  test('[OB16] is written the second time when it came to nothing, though another tab wrote in between', async () => {
    const { ani, other } = await twoTabs()
    await outOfReach(ani)
    loseOneAdd()
    whileWaiting(ani, () => make(other, 2, recordB({ nama: 'Lain' })))
    expect(await edit(ani, 1, { nama: 'B' })).toMatchObject({ outcome: 'saved' })
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'B' })
    expect(await online(ani)).toMatchObject(settled)
  })
})

describe('An undo whose end was not heard of', () => {
  async function deleted() {
    const storage = loseOneEnd('acts')
    const { ani, budi, other } = await twoTabs()
    await outOfReach(ani)
    const form = await opened(ani, 1)
    const undo = await removed(ani, 1)
    storage.begin()
    return { ani, budi, other, form, undo, storage }
  }

  test('[OB16] [OB9] has taken a delete back: nothing follows it, and nothing is asked', async () => {
    const { ani, budi, undo, storage } = await deleted()
    expect(await ani.tab.engine.undo(undo)).toMatchObject({ outcome: 'saved' })
    expect(storage.isOver()).toBe(true)
    await edit(budi, 1, { pt: 'Q' })
    await online(budi)
    expect(await online(ani)).toMatchObject(settled)
    expect((await shown(ani, 1))?.fields).toMatchObject({ nama: 'A', pt: 'Q' })
  })

  test('[OB16] [OB9] leaves what another tab did to the record before it was asked again', async () => {
    const { ani, budi, other, form, undo, storage } = await deleted()
    whileWaiting(ani, () => saveForm(other, form, { nama: 'C' }))
    expect(await ani.tab.engine.undo(undo)).toMatchObject({ outcome: 'saved' })
    expect(storage.isOver()).toBe(true)
    expect(await online(ani)).toMatchObject(settled)
    await online(budi)
    expect((await shown(budi, 1))?.fields).toMatchObject({ nama: 'C', pt: 'P' })
  })
})
