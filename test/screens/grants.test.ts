/** Who may see what, on the screen of the users. */
import { describe, expect, test, vi } from 'vitest'
import App from '../../client/screens/App.vue'
import SettingsView from '../../client/screens/views/SettingsView.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { AppError } from '../../shared/errors.ts'
import { kinds } from '../../shared/kinds.ts'
import type { Kind } from '../../shared/metadata.ts'
import { allB, budi, citra, device, dewi, granted, lines, site, users } from './granting.ts'
import { settle, stage } from './stage.ts'

describe('The users', () => {
  test('[SC2] are told apart by what they see, in the words of the metadata', async () => {
    const { row } = await users()
    expect(row('Ayu').get('.note').text()).toBe('ayu · Sees everything')
    expect(row('Budi').get('.note').text()).toBe('budi · Sees 2 Sites, 1 Device, and all Record B')
    expect(row('Citra').get('.note').text()).toBe('citra.ñ · Sees 1 Site')
    const { row: inIndonesian } = await users(granted, { language: 'id' })
    expect(inIndonesian('Budi').get('.note').text()).toMatch(
      /^budi · Melihat 2 Lokasi, 1 Perangkat,? dan semua Rekaman B$/,
    )
  })

  test('[SC7] of what is deleted nothing is seen, and somebody may see nothing yet', async () => {
    const { row } = await users({ ...granted, gone: { site: ['2'] } })
    expect(row('Citra').text()).toContain('Sees nothing yet')
    expect(row('Budi').text()).toContain('Sees 1 Site, 1 Device, and all Record B')
  })

  test('[SC7] [SC11] whom a manager looks after can be changed, but for whoever sees more than they do', async () => {
    const people = [budi, { ...citra, grants: [], inCharge: false }]
    const { screen, row } = await users({ ...granted, people }, { role: 'manager' })
    const actsOf = (name: string) =>
      row(name)
        .findAll('.acts .button')
        .map(each => each.text())
    expect(actsOf('Budi')).toEqual(['What they may see', 'Set up a browser', 'Reset password', 'Disable'])
    expect(actsOf('Citra')).toEqual(['What they may see'])
    expect(
      row('Budi')
        .findAll('option')
        .map(each => each.text()),
    ).toEqual(['Viewer', 'Editor'])
    expect(row('Citra').find('select').exists()).toBe(false)
    expect(row('Budi').get('.note').text()).toContain(
      'budi · Of what you may grant: 2 Sites, 1 Device, and all Record B',
    )
    expect(row('Citra').get('.note').text()).toContain(
      'Viewer · Nothing of what you may grant · sees more than you: an admin changes the account',
    )
    expect(screen.text()).toContain('New user')
  })

  test('[SC11] whom a manager makes is a viewer or an editor, and is granted something next', async () => {
    const createUser = vi.fn(async () => {})
    const eka = { ...citra, id: 'user-9', name: 'Eka', username: 'eka', grants: [] }
    const all = vi.fn().mockResolvedValue({ ...granted, people: [budi, eka] })
    all.mockResolvedValueOnce({ ...granted, people: [budi] })
    const { screen, dialog, save } = await users(granted, {
      role: 'manager',
      grants: { all },
      accounts: { createUser },
    })
    await screen
      .findAll('.button')
      .find(each => each.text() === 'New user')!
      .trigger('click')
    await settle()
    expect(dialog().text()).toContain('They see nothing at first.')
    expect(
      dialog()
        .findAll('option')
        .map(each => each.text()),
    ).toEqual(['Viewer', 'Editor'])
    const values = ['Eka', 'Eka', 'tujuh kuda poni biru']
    for (const [index, input] of dialog().findAll('input').entries()) await input.setValue(values[index])
    await save()
    expect(createUser).toHaveBeenCalledWith({
      ...{ name: 'Eka', username: 'Eka', role: 'editor' },
      password: values[2],
    })
    expect(dialog().text()).toContain('What Eka may see')
  })

  test('[SC7] a manager with nobody to look after is told when somebody comes', async () => {
    const { said } = await users({ ...granted, people: [] }, { role: 'manager' })
    expect(said()).toContain('Nobody to look after yet')
  })

  test('[SC7] [AC2] are for admins and managers, and need a connection', async () => {
    const all = vi.fn(() => Promise.reject(new AppError('unreachable')))
    const asEditor = await users(granted, { role: 'editor', grants: { all } })
    expect(asEditor.said()).toContain('Admins manage users, and managers what their people may see.')
    expect(all).not.toHaveBeenCalled()
    const offline = await users(granted, { role: 'manager', grants: { all } })
    expect(offline.said()).toContain('The users are on the server. Connect to manage them.')
  })

  test.each([
    ['admin', ['Users', 'Browsers', 'Audit']],
    ['manager', ['Users']],
    ['editor', []],
  ] as const)('[SC7] [AC2] the rail, and on a phone the settings, lead a %s to %s', async (role, names) => {
    const { screen } = await stage(App, { role, path: '/sync' })
    await useSession().open()
    await settle()
    const links = screen.findAll('nav.rail a').map(link => link.text())
    expect(['Users', 'Browsers', 'Audit'].filter(name => links.includes(name))).toEqual(names)
    // A phone has no rail.
    const settings = await stage(SettingsView, { role, path: '/settings' })
    expect(settings.screen.findAll('.ways a').map(link => link.text())).toEqual(names)
  })
})

describe('What one person may see', () => {
  test('[SC1] says what comes with what, and what is granted as a whole', async () => {
    const on = await users()
    await on.open('Budi')
    expect(lines(on)).toEqual(['✓ Selatan', '✓ Utara', '✓ Gerbang Ñ', '✓ All of Record B'])
    const text = on.dialog().text()
    expect(text).toContain('With each come its Devices, new ones too.')
    expect(text).toContain('With each come its Record A, new ones too.')
    expect(text).toContain('Belongs to none of these: all of it or nothing.')
  })

  test('[SC7] is sent as what is given and what is taken, and nothing else', async () => {
    const on = await users()
    await on.open('Budi')
    await on.turn('Utara')
    await on.turn('All of Record B')
    await on.pick(0, 'Timur')
    await on.pick(1, 'Lobi')
    expect(lines(on)).toEqual([
      '✓ Timur | new',
      '✓ Selatan',
      '  Utara | will be taken',
      '✓ Lobi | new',
      '✓ Gerbang Ñ',
      '  All of Record B | will be taken',
    ])
    await on.save()
    const message = { give: [site('3'), device('8')], take: [site('1'), allB] }
    expect(on.change.mock.calls).toEqual([[{ userIds: ['user-2'], ...message }]])
    expect(on.screen.find('dialog').exists()).toBe(false)
  })

  test('[SC7] with nothing changed, or changed back, nothing is sent', async () => {
    const on = await users()
    await on.open('Budi')
    await on.turn('Utara')
    await on.turn('Utara')
    await on.save()
    expect([on.change.mock.calls, on.screen.find('dialog').exists()]).toEqual([[], false])
  })

  test('[SC7] what they have already, and what is on no server yet, is not offered', async () => {
    const on = await users()
    await on.open('Citra')
    const box = on.dialog().findAll<HTMLInputElement>('[role=combobox]')[0]!
    await box.trigger('click')
    await settle()
    expect(
      on
        .dialog()
        .findAll('[role=option]')
        .map(each => each.text()),
    ).toEqual(['Timur'])
    await on.pick(0, 'Timur')
    expect(box.element.value).toBe('')
  })

  test('[SC2] everything is one choice, and what was granted is back when it is taken', async () => {
    const on = await users({ ...granted, people: [{ ...dewi, grants: [site('1')] }] })
    await on.open('Dewi')
    expect(lines(on)).toEqual([])
    const [everything, part] = on.dialog().findAll<HTMLInputElement>('[type=radio]')
    expect(everything!.element.checked).toBe(true)
    await part!.setValue(true)
    expect(lines(on)).toEqual(['✓ Utara', '  All of Record B'])
    expect(on.dialog().text()).toContain('A manager can grant others what they see themselves.')
    await on.save()
    expect(on.change.mock.calls).toEqual([[{ userIds: ['user-4'], everything: false, give: [], take: [] }]])
  })

  test('[SC7] an admin who is limited can change it again, and is told so', async () => {
    const on = await users()
    await on.open('Ayu')
    await on.dialog().findAll('[type=radio]')[1]!.setValue(true)
    expect(on.dialog().text()).toContain('An admin who sees a part can change that again, here.')
  })

  test('[SC7] what has no title here, is deleted, or of a kind that this version lacks, can be taken', async () => {
    const grants = [{ kind: 'hangar', id: '4' }, site('1'), site('2')]
    const people = [{ ...budi, grants }]
    const answer = { ...granted, people, titles: { site: { 1: 'Utara' } }, gone: { site: ['1'] } }
    const on = await users(answer)
    await on.open('Budi')
    expect(lines(on)).toEqual([
      '✓ #2 | outside what you see yourself',
      '✓ Utara | deleted; counts again once it is restored',
      '  All of Record B',
      '✓ hangar #4',
    ])
    for (const label of ['#2', 'Utara', 'hangar #4']) await on.turn(label)
    await on.save()
    const take = [site('2'), site('1'), { kind: 'hangar', id: '4' }]
    expect(on.change.mock.calls).toEqual([[{ userIds: ['user-2'], give: [], take }]])
  })

  test('[SC7] of a manager is what they reach themselves, and never everything', async () => {
    const on = await users({ ...granted, people: [citra], wholes: [] }, { role: 'manager' })
    await on.open('Citra')
    expect(on.dialog().find('[type=radio]').exists()).toBe(false)
    expect(lines(on)).toEqual(['✓ Selatan'])
    await expect.poll(() => on.dialog().text()).toContain('Counted is what you see yourself.')
  })

  test('[SC7] what the server refuses is said, and stays as it was chosen', async () => {
    const change = vi.fn(() => Promise.reject(new AppError('not_found')))
    const on = await users(granted, { grants: { change } })
    await on.open('Citra')
    await on.turn('Selatan')
    await on.save()
    expect(on.dialog().get('[role=alert]').text()).not.toBe('')
    expect(lines(on)).toContain('  Selatan | will be taken')
  })

  test('[SC1] a kind that exists only in the metadata is granted like others', async () => {
    const [first] = kinds
    const harbour: Kind = {
      ...{ ...first!, name: 'harbour' },
      ...{ label: { en: 'Harbour', id: 'Pelabuhan' }, plural: { en: 'Harbours', id: 'Pelabuhan' } },
    }
    const people = [{ ...citra, grants: [{ kind: 'harbour', id: '9' }] }]
    const titles = { harbour: { 9: 'Tanjung' } }
    const on = await users({ ...granted, people, titles }, { kinds: [harbour, ...kinds] })
    expect(on.row('Citra').text()).toContain('Sees 1 Harbour')
    await on.open('Citra')
    expect(on.dialog().findAll('.picks')[0]!.get('label').text()).toBe('Harbours')
    expect(lines(on)).toEqual(['✓ Tanjung', '  All of Record B'])
  })
})
