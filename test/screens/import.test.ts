/** Reading a list of others in, on the screen: from the file to the way back. */
import { describe, expect, test } from 'vitest'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import { noForm } from '../support/drafts.ts'
import { uid } from '../support/tables.ts'
import { buttonOf, inputOf, press } from './forms.ts'
import { choose, compared, counts, csv, line, open, prepare, pt, rested, rows } from './importing.ts'
import { openPage } from './locked-page.ts'
import { settle } from './stage.ts'
import { takenFiles } from './taken-files.ts'

const taken = takenFiles()

describe('A file that is chosen', () => {
  test('[IM1] says how it was read', async () => {
    const on = await open()
    await choose(on, csv(line('Ñ1')))
    expect(on.screen.get('.found').text()).toContain('CSV · Read as UTF-8 · separated by semicolons · 1 row')
  })

  test('[IM10] that cannot be read says what to do, and another can be chosen', async () => {
    const on = await open()
    await choose(on, '', 'kosong.csv')
    expect(on.screen.get('[role=alert]').text()).toContain('There are no rows in it.')
    await choose(on, csv(line('Ñ1')))
    expect([on.screen.find('[role=alert]').exists(), counts(on)[0]]).toEqual([false, '1'])
  })

  test('[IM4] has its columns at the fields of their names, and no field twice', async () => {
    const on = await open()
    await choose(on, csv(line('Ñ1')))
    const fields = () =>
      on.screen.findAll('table select').map(each => (each.element as HTMLSelectElement).value)
    expect(fields()).toEqual(['nama', 'pt', 'divisi', 'unit', 'jenis', 'divapp', 'urutan'])
    await on.screen.get('select[aria-label="Field for “PT”"]').setValue('nama')
    await rested()
    expect(fields().slice(0, 2)).toEqual(['', 'nama'])
  })

  test('[UI7] is nothing for a viewer', async () => {
    const on = await open({ role: 'viewer' })
    expect(on.screen.find('input').exists()).toBe(false)
  })
})

describe('What it would change', () => {
  test('[IM5] [IM6] stands there before anything is written: old → new, and why not', async () => {
    const on = await open()
    await compared(on, line('Gudang é'), line('N2'), line('Ñ3'), line('Ñ4', 'TOOLONG'))
    expect(counts(on)).toEqual(['1', '1', '1', '1'])
    expect(rows(on)).toEqual([
      '2Gudang éChangedPTOLD→ABC',
      '3N2Unchanged',
      '4Ñ3AddedPTABC DivisiX UnitYes Jenis1 DivappZ UrutanNo',
      '5Ñ4RefusedPT: too long (at most 5)',
    ])
    expect([await pt(on, 1), (await on.engine.status()).unsent]).toEqual(['OLD', 2])
  })

  test('[IM6] those of one kind alone, and one of them whole', async () => {
    const on = await open()
    await compared(on, line('Gudang é'), line('Ñ3'), line('Ñ4', 'TOOLONG'))
    await on.screen.get('.tabs .refused').trigger('click')
    await settle()
    expect(rows(on)).toHaveLength(1)
    await on.screen.get('[role=row] .title').trigger('click')
    expect(on.screen.get('dialog').text()).toContain('PT: too long')
  })

  test('[IM3] waits for an answer where a date can be read in two ways', async () => {
    const on = await open({
      props: { kind: kindNamed(kinds, 'record_a'), uid: null },
      path: '/record_a/import',
    })
    await choose(on, 'Name;Start\r\nDewi;03/04/2026')
    expect(on.screen.text()).toContain('Which day is 03/04/2026?')
    const go = () => on.screen.get('footer .primary').attributes('disabled')
    expect(go()).toBeDefined()
    await on.screen.findAll('.pick input')[0]!.trigger('change')
    await rested()
    expect(on.screen.text()).not.toContain('Say first which day')
  })
})

describe('What the file does not say', () => {
  test('[IM5] is entered once, for all new records', async () => {
    const on = await open()
    await choose(on, 'Nama;Divisi;Unit;Jenis;Divapp\r\nÑ5;X;ya;1;Z\r\nÑ6;Y;tidak;2;Z')
    expect([counts(on), rows(on)[0]]).toEqual([['0', '0', '0', '2'], '2Ñ5RefusedPT: must be filled in'])
    await inputOf(on, 'PT').setValue('DEF')
    const urutan = on.screen.findAll('.labelled').find(each => each.text().startsWith('Urutan'))
    await urutan?.get('select').setValue('true')
    await rested()
    expect([counts(on), rows(on)[1]]).toEqual([
      ['2', '0', '0', '0'],
      '3Ñ6AddedPTDEF DivisiY UnitNo Jenis2 DivappZ UrutanYes',
    ])
  })

  test('[IM4] and is not there: devices that rows name are made when somebody says so', async () => {
    const on = await open({
      props: { kind: kindNamed(kinds, 'record_a'), uid: null },
      path: '/record_a/import',
    })
    const names = 'Device;PIN;Name;Pri;Passwd;Card;Grp;Tz;Vice card;Start;End'
    await choose(on, [names, 'Pos é;001;Dewi;0;x;7;1;1;0;2026-04-03;2027-04-03'].join('\n'))
    expect(rows(on)).toEqual(['2DewiRefusedDevice: there is no “Pos é”'])
    const offer = on.screen
      .findAll('.checkbox')
      .find(each => each.text() === 'Make the 1 missing Device: Pos é')
    await offer!.get('input').setValue(true)
    await rested()
    expect(rows(on)[0]).toMatch(/^2DewiAddedDevicePos é PIN001 .*Passwd•+ Card7/)
    await press(on, 'Import 1 row')
    const status = await on.engine.status()
    expect([status.counts['device'], status.counts['record_a']]).toEqual([1, 1])
  })
})

describe('What was imported', () => {
  test('[IM7] goes in with one press, and out with one', async () => {
    const on = await open()
    await compared(on, line('Gudang é'), line('Ñ3'))
    await press(on, 'Import 2 rows')
    expect(on.screen.text()).toContain('1 record added')
    expect([await pt(on, 1), useDesk().toast?.text]).toEqual(['ABC', 'Imported: 2 rows'])
    await press(on, 'Undo')
    expect([await pt(on, 1), useDesk().toast?.text]).toEqual(['OLD', '2 changes taken back'])
    expect(on.screen.text()).toContain('It was taken back.')
  })

  test('[IM8] leaves a file of the rows that were refused, with their reasons', async () => {
    const on = await open()
    await compared(on, line('Ñ3'), line('Ñ4', 'TOOLONG'))
    await press(on, 'Import 1 row')
    await press(on, 'Save the refused row as a file')
    const text = await taken[0]!.text
    expect(taken.map(({ name }) => name)).toEqual(['daftar-refused.csv'])
    expect(text).toContain('Ñ4')
    expect(text).toContain('PT: too long (at most 5)')
    expect(text).not.toContain('Ñ3')
  })

  test('[IM7] is nothing where records have changed meanwhile: it is shown anew', async () => {
    const on = await open()
    await compared(on, line('Gudang é'), line('Ñ3'))
    const { fields, since } = (await on.engine.record('record_b', uid(1)))!
    const edit = { ...noForm, kind: 'record_b', uid: uid(1), seen: fields, since }
    await on.engine.save({ ...edit, fields: { ...fields, pt: 'ABC' } })
    await press(on, 'Import 2 rows')
    expect(on.screen.text()).toContain('Records have changed meanwhile, so nothing was written.')
    expect(counts(on)).toEqual(['1', '0', '1', '0'])
  })
})

describe('Given up', () => {
  test('[IM9] while it is written, nothing is, and the screen stands where it was', async () => {
    let cancelled = () => {}
    const on = await open({
      engine: {
        importTable: () => new Promise(resolve => (cancelled = () => resolve({ outcome: 'given up' }))),
      },
    })
    await compared(on, line('Ñ3'))
    await buttonOf(on, 'Import 1 row')!.trigger('click')
    expect(on.screen.find('footer progress').exists()).toBe(true)
    await buttonOf(on, 'Cancel')!.trigger('click')
    cancelled()
    await settle()
    expect([useDesk().toast?.text, counts(on)[0]]).toEqual(['Cancelled. Nothing was written.', '1'])
  })

  test('[IM9] by going elsewhere only once that was asked', async () => {
    const on = await open({ engine: { importTable: () => new Promise(() => {}) } })
    await compared(on, line('Ñ3'))
    await buttonOf(on, 'Import 1 row')!.trigger('click')
    const gone = on.router.push('/record_b')
    await settle()
    await press(on, 'Stay')
    await gone
    expect(on.router.currentRoute.value.path).toBe('/record_b/import')
    const leaving = on.router.push('/record_b')
    await settle()
    await press(on, 'Leave')
    await leaving
    expect(on.router.currentRoute.value.path).toBe('/record_b')
  })

  test('[LK3] by a lock, which asks nothing', async () => {
    const importTable = () => new Promise<never>(() => {})
    const on = await openPage({
      path: '/record_b/import',
      isComplete: true,
      prepare,
      engine: { importTable },
    })
    await compared(on, line('Ñ3'))
    await buttonOf(on, 'Import 1 row')!.trigger('click')
    const leaving = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(leaving()).toBe(true)
    on.say('lock')
    await settle()
    // Opened again, it begins anew.
    expect([leaving(), on.screen.find('.found').exists()]).toEqual([false, false])
    expect(document.querySelector('dialog')).toBe(null)
  })
})
