/** Where work begins: a list without a record, the records that refer to one, and those that were picked last. */
import { describe, expect, test } from 'vitest'
import FieldInput from '../../client/screens/fields/FieldInput.vue'
import RecordList from '../../client/screens/list/RecordList.vue'
import RecordDetail from '../../client/screens/record/RecordDetail.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { useSync } from '../../client/screens/stores/sync.ts'
import type { Engine, SyncStatus } from '../../client/contract.ts'
import type { Role } from '../../client/screens/accounts.ts'
import { kinds } from '../../shared/kinds.ts'
import { fieldNamed, kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { recordA, uid } from '../support/tables.ts'
import { settle, stage } from './stage.ts'

const device = kindNamed(kinds, 'device')!
const person = kindNamed(kinds, 'record_a')!

async function emptyList(told: Partial<SyncStatus>, role: Role = 'editor') {
  const on = await stage(RecordList, {
    props: { kind: person, selected: null, isBeside: false },
    path: '/record_a',
    role,
  })
  await useSession().open()
  const sync = useSync()
  sync.status = { ...sync.status!, isComplete: true, state: 'idle', counts: { device: 0 }, ...told }
  await settle()
  const shown = on.screen.get('.empty')
  return [
    shown.get('h2').text(),
    ...shown.findAll('a').map(link => `${link.text()} ${link.attributes('href')}`),
  ]
}

describe('A list without any record', () => {
  test('[UI72] begins with what each of its records must name', async () => {
    expect(await emptyList({})).toEqual([
      'No Record A yet',
      'Add the first Device /device/new',
      'New /record_a/new',
    ])
    expect(await emptyList({ counts: { device: 1 } })).toEqual(['No Record A yet', 'New /record_a/new'])
  })

  test('[UI72] [AC2] offers an admin to add people, and a viewer nothing', async () => {
    expect((await emptyList({}, 'admin')).at(-1)).toBe('Add people /users')
    expect(await emptyList({}, 'viewer')).toEqual(['No Record A yet'])
  })

  test('[UI72] says that nothing has been received yet, and leads to Sync', async () => {
    expect(await emptyList({ isComplete: false, state: 'offline' })).toEqual([
      'Nothing received yet',
      'Sync /sync',
      'New /record_a/new',
    ])
    expect((await emptyList({ isComplete: false, state: 'running' }))[0]).toBe('Receiving records…')
  })
})

const threeDevices = async (engine: Engine) => {
  for (const [i, name] of ['Klinik', 'Añi', 'Lobi'].entries())
    await engine.save({ ...noForm, kind: 'device', uid: uid(i + 1), fields: { name } })
}

describe('A Device', () => {
  test('[UI70] says how many records refer to it, with the way to them, and follows them', async () => {
    const on = await stage(RecordDetail, {
      props: { kind: device, uid: uid(1), isBeside: false },
      prepare: threeDevices,
    })
    expect(on.screen.get('.referrers').text()).toBe('Used byNothing refers to it yet.')
    for (const number of [7, 8]) {
      const fields = recordA({ device_id: { uid: uid(1) } })
      await on.engine.save({ ...noForm, kind: 'record_a', uid: uid(number), fields })
    }
    await settle()
    const link = on.screen.get('.referrers a')
    expect([link.text(), link.attributes('href')]).toEqual([
      'Record A: 2',
      `/record_a?f=device_id:is:${uid(1)}`,
    ])
  })

  test('[UI70] nothing is said where nothing can refer', async () => {
    const on = await stage(RecordDetail, {
      props: { kind: person, uid: uid(7), isBeside: false },
      prepare: async engine => {
        await threeDevices(engine)
        const fields = recordA({ device_id: { uid: uid(1) } })
        await engine.save({ ...noForm, kind: 'record_a', uid: uid(7), fields })
      },
    })
    expect(on.screen.find('.referrers').exists()).toBe(false)
  })
})

describe('Picking a Device', () => {
  test('[UI71] [PG4] those picked last come first, once each, and no name of them is kept', async () => {
    const field = fieldNamed(person, 'device_id')!
    const on = await stage(FieldInput, { props: { field, modelValue: '' }, prepare: threeDevices })
    await useSession().open()
    const options = () => on.screen.findAll('[role=option]').map(option => option.text())
    const pick = async (text: string) => {
      await on.screen.get('input').trigger('click')
      await settle()
      await on.screen
        .findAll('[role=option]')
        .find(option => option.text().startsWith(text))!
        .trigger('click')
      await settle()
    }
    await on.screen.get('input').trigger('click')
    await settle()
    expect(options()).toEqual(['Añi', 'Klinik', 'Lobi'])
    await pick('Lobi')
    await pick('Klinik')
    await on.screen.get('input').trigger('click')
    await settle()
    expect(options()).toEqual(['Kliniklately', 'Lobilately', 'Añi'])
    expect(JSON.stringify({ ...localStorage })).not.toMatch(/Klinik|Lobi/)
    await on.engine.remove('device', uid(3))
    await on.screen.get('input').setValue('')
    await settle()
    expect(options()).toEqual(['Kliniklately', 'Añi'])
    await on.screen.get('input').setValue('i')
    await settle()
    expect(options().slice(0, 2)).toEqual(['Añi', 'Klinik'])
  })
})
