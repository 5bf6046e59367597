/** People who see a part, and what their tablets hold. */
import type { Grant, GrantsMessage } from '../../shared/grants-message.ts'
import type { ChangesLine, ServerRecord } from '../../shared/protocol.ts'
import { a, create } from './edits.ts'
import { last } from './lines.ts'
import type { Person } from './world.ts'

/** What a tablet holds, by uid, after all it was sent. */
export class Holding {
  readonly person: Person
  readonly records = new Map<string, { kind: string; version: number; fields: Record<string, unknown> }>()
  /** All that was ever sent to it. */
  readonly received: ChangesLine[] = []
  cursor: string | undefined

  constructor(person: Person) {
    this.person = person
  }

  /** As the app does it: all anew where its cursor does not do any more. */
  async pull(): Promise<this> {
    const query = this.cursor === undefined ? '' : `?cursor=${encodeURIComponent(this.cursor)}`
    const response = await this.person.request(`/api/sync/changes${query}`)
    if (response.status === 410) {
      this.cursor = undefined
      this.records.clear()
      return this.pull()
    }
    const text = await response.text()
    const lines = text.split('\n').flatMap(line => (line ? [JSON.parse(line) as ChangesLine] : []))
    for (const line of lines) this.#take(line)
    if (lines.length > 0) this.cursor = last(lines).cursor
    return this
  }

  #take(line: ChangesLine): void {
    this.received.push(line)
    for (const uid of line.deleted) this.records.delete(uid)
    for (const [slot, uid] of line.uid.entries()) {
      const fields = Object.fromEntries(
        Object.entries(line.fields).map(([name, column]) => [name, column[slot]]),
      )
      this.records.set(uid, { kind: line.kind, version: line.version[slot] ?? 0, fields })
    }
  }

  uids(kind: string): string[] {
    return [...this.records].flatMap(([uid, record]) => (record.kind === kind ? [uid] : [])).sort()
  }
}

export async function idOf(person: Person): Promise<string> {
  const session = (await (await person.request('/api/auth/get-session')).json()) as { user: { id: string } }
  return session.user.id
}

export async function grant(
  by: Person,
  to: readonly Person[],
  { everything, give = [], take = [] }: Partial<Omit<GrantsMessage, 'userIds'>>,
): Promise<Response> {
  const userIds = await Promise.all(to.map(idOf))
  return by.post('/api/grants', { userIds, give, take, ...(everything !== undefined && { everything }) })
}

export const ofSite = ({ id }: Pick<ServerRecord, 'id'>): Grant => ({ kind: 'site', id })
export const ofDevice = ({ id }: Pick<ServerRecord, 'id'>): Grant => ({ kind: 'device', id })
export const ofRecordB: Grant = { kind: 'record_b', id: '0' }

export const site = (name: string) => create('site', { name })
export const deviceAt = (at: Pick<ServerRecord, 'id'> | null, name = 'Gerbang') =>
  create('device', { name, site_id: at?.id ?? null })

/** Two sites, a Device in each and one in none, with a Record A each, and a Record B. */
export async function companyOf(admin: Person) {
  const [north, south] = [await admin.made(site('Utara')), await admin.made(site('Selatan Ñ'))]
  const gates = [await admin.made(deviceAt(north)), await admin.made(deviceAt(south))] as const
  const loose = await admin.made(deviceAt(null, 'Gudang'))
  const people: ServerRecord[] = []
  for (const [index, { id }] of [...gates, loose].entries())
    people.push(await admin.made(a.recordA(id, { name: `Orang ${index}`, passwd: `rahasia-${index}` })))
  const branch = await admin.made(a.recordB())
  const [atNorth, atSouth, atLoose] = people as [ServerRecord, ServerRecord, ServerRecord]
  return { north, south, gates, loose, atNorth, atSouth, atLoose, branch }
}
