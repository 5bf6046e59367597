/** The users on the screen, what each may see, and a server that answers so. */
import { vi } from 'vitest'
import UsersView from '../../client/screens/views/UsersView.vue'
import type { AccountRow } from '../../client/screens/accounts.ts'
import type { Grant, Granted, Grantee } from '../../client/screens/grants.ts'
import type { Row } from '../../client/contract-records.ts'
import { settle, stage, type StageOptions } from './stage.ts'

const grantee = (id: string, name: string, extra: Partial<Grantee> = {}): Grantee => ({
  ...{ id, name, username: name.toLowerCase().replaceAll(' ', '.'), role: 'editor', disabled: false },
  ...{ everything: false, inCharge: true, grants: [], ...extra },
})
export const site = (id: string): Grant => ({ kind: 'site', id })
export const device = (id: string): Grant => ({ kind: 'device', id })
export const allB: Grant = { kind: 'record_b', id: '0' }

export const ayu = grantee('user-1', 'Ayu', { role: 'admin', everything: true })
export const budi = grantee('user-2', 'Budi', { grants: [device('7'), allB, site('1'), site('2')] })
export const citra = grantee('user-3', 'Citra Ñ', { role: 'viewer', grants: [site('2')] })
export const dewi = grantee('user-4', 'Dewi', { role: 'manager', everything: true })

export const granted: Granted = {
  people: [ayu, budi, citra, dewi],
  wholes: ['record_b'],
  titles: { site: { 1: 'Utara', 2: 'Selatan' }, device: { 7: 'Gerbang Ñ' } },
  gone: { site: [], device: [] },
}

/** Two more that this browser knows, and one that is on no server yet. */
const known: Record<string, [id: string | null, name: string][]> = {
  site: [
    ['2', 'Selatan'],
    ['3', 'Timur'],
    [null, 'Baru'],
  ],
  device: [['8', 'Lobi']],
}

const rowsOf = (kind: string) =>
  (known[kind] ?? []).map(
    ([id, name]) => ({ uid: `${kind} ${name}`, id, fields: { name } }) as unknown as Row,
  )

export async function users(answer: Granted = granted, options: StageOptions = {}) {
  const change = vi.fn(async () => {})
  const preview = vi.fn(async () => ({ counts: { site: 1, device: 12, record_a: 1240, record_b: 0 } }))
  const listUsers = async (): Promise<AccountRow[]> => answer.people
  const on = await stage(UsersView, {
    ...{ role: 'admin', path: '/users', ...options },
    engine: {
      query: async (kind, { search }) => {
        const rows = rowsOf(kind).filter(({ fields }) => String(fields['name']).includes(search))
        return { rows, total: rows.length, all: rows.length }
      },
      ...options.engine,
    },
    accounts: { listUsers, ...options.accounts },
    grants: { all: async () => answer, change, preview, ...options.grants },
  })
  const { screen } = on
  const said = () => screen.text().replace(/\s+/g, ' ')
  const row = (name: string) => screen.findAll('.users li').find(each => each.text().includes(name))!
  const dialog = () => screen.get('dialog')
  return {
    ...on,
    ...{ change, preview, said, row, dialog },
    async open(name: string) {
      await row(name).get('.acts button').trigger('click')
      await settle()
    },
    select: (name: string) => row(name).get('[role=checkbox]').trigger('click'),
    async openMany() {
      await screen.get('footer .button').trigger('click')
      await settle()
    },
    /** The line of something that is granted. */
    check(label: string) {
      const line = dialog()
        .findAll('label')
        .find(each => each.find('.name').exists() && each.get('.name').text() === label)
      return line?.get<HTMLInputElement>('input[type=checkbox]')
    },
    async turn(label: string) {
      await this.check(label)!.trigger('change')
      await settle()
    },
    async pick(kind: number, text: string) {
      const box = dialog().findAll('[role=combobox]')[kind]!
      await box.trigger('click')
      await settle()
      await dialog()
        .findAll('[role=option]')
        .find(option => option.text() === text)!
        .trigger('click')
      await settle()
    },
    async save() {
      await dialog().get('form').trigger('submit')
      await settle()
    },
  }
}

/** What each line of the dialog shows, with its note. */
export const lines = ({ dialog }: Awaited<ReturnType<typeof users>>) =>
  dialog()
    .findAll('label')
    .filter(line => line.find('.name').exists())
    .map(line => {
      const { checked, indeterminate } = line.get<HTMLInputElement>('input').element
      const mark = indeterminate ? '–' : checked ? '✓' : ' '
      return `${mark} ${line
        .findAll('.text span')
        .map(each => each.text())
        .join(' | ')}`
    })
