/** Where sites are made, people are granted what they see, and records are moved, while they work. [SC1] [SC2] [SC4] */
import type { Grant, GrantsMessage } from '../../shared/grants-message.ts'
import type { Mutation } from '../../shared/protocol.ts'
import { wholeKind } from '../../shared/scope.ts'
import { userHeader } from '../../shared/user-header.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import type { Fields } from '../../shared/record.ts'
import { recordA } from '../support/tables.ts'
import type { Actors } from './actors.ts'
import type { Chaos } from './chaos.ts'
import type { RecordOfKind } from './granted.ts'
import type { ScopesMixture } from './mixture.ts'
import { shortOf } from './ledger.ts'
import type { Moments } from './moments.ts'
import { boss, bossName, type SimServer } from './server.ts'

const sites = ['Utara', 'Selatan']

type Change = Partial<Omit<GrantsMessage, 'userIds'>>

export class Office {
  private readonly chaos: Chaos
  private readonly server: SimServer
  private readonly mixture: ScopesMixture
  private readonly moments: Moments
  private readonly actors: Actors
  private readonly client: string

  constructor(
    actors: Actors,
    server: SimServer,
    { mixture, moments }: { mixture: ScopesMixture; moments: Moments },
  ) {
    this.chaos = actors.chaos
    this.actors = actors
    this.server = server
    this.mixture = mixture
    this.moments = moments
    this.client = actors.chaos.uuid()
  }

  /** Before anybody begins: sites with a Device and a Record A each, and who sees what of it. */
  async open(people: readonly string[]): Promise<void> {
    for (const name of sites) await this.push(this.placeNamed(name))
    for (const person of people)
      if (this.chaos.chance(this.mixture.limited))
        await this.grant(person, { everything: false, give: [this.chaos.pick(this.all())] })
  }

  private placeNamed(name: string): Mutation[] {
    const site = this.made('site', { name })
    const device = this.made('device', { name, site_id: { uid: site.uid } })
    const card = { card: name, vice_card: name }
    const record = this.made('record_a', recordA({ name, ...card, device_id: { uid: device.uid } }))
    this.actors.wanted.linked(record.uid, device.uid)
    return [site, device, record]
  }

  private made(kind: string, fields: Fields): Mutation {
    const [id, uid] = [this.chaos.uuid(), this.chaos.uuid()]
    this.actors.uids.add(uid)
    return { id, kind, uid, op: 'create', fields }
  }

  /** As the seed has it. */
  act(people: readonly string[]): Promise<void> {
    return this.chaos.chance(0.5) ? this.change(people) : this.move()
  }

  private async change(people: readonly string[]): Promise<void> {
    const person = this.chaos.pick(people)
    const { now } = this.moments
    const given = now.givenTo(person)
    if (!now.isLimited(person) || this.chaos.chance(0.1))
      return this.grant(person, { everything: now.isLimited(person), give: this.some(this.all()) })
    // Elsewhere from now on; or more of this and less of that.
    if (this.chaos.chance(0.5))
      return this.grant(person, { take: given, give: [this.chaos.pick(this.all())] })
    return this.grant(person, { give: this.some(this.all()), take: this.some(given) })
  }

  /** A Record A to another Device, or a Device to another site. */
  private async move(): Promise<void> {
    const { now } = this.moments
    const [devices, all] = [now.of('device'), now.of('record_a')]
    const isDevice = all.length === 0 || this.chaos.chance(0.3)
    const [records, places] = isDevice ? [devices, now.of('site')] : [all, devices]
    if (records.length === 0 || places.length === 0) return
    const [record, place] = [this.chaos.pick(records), this.chaos.pick(places)]
    await this.put(record, { name: isDevice ? 'site_id' : 'device_id', place })
  }

  private async put(
    { kind, uid, fields }: RecordOfKind,
    { name, place }: { name: string; place: RecordOfKind },
  ): Promise<void> {
    const { wanted, sight, chaos } = this.actors
    chaos.tell(`office: moves ${kind} ${shortOf(uid)} to ${place.kind} ${place.id}`)
    wanted.linked(uid, place.uid)
    sight.note({ profile: bossName, uid, fields })
    const changes = { [name]: [fields[name] ?? null, place.id] as const }
    await this.push([{ id: chaos.uuid(), kind, uid, op: 'update', changes }])
  }

  /** [SC8] */
  async openAll(people: readonly string[]): Promise<void> {
    for (const person of people) await this.grant(person, { everything: true })
  }

  /** All that could be granted. */
  private all(): Grant[] {
    const { now } = this.moments
    const standing = [...now.of('site'), ...now.of('device')].map(({ kind, id }) => ({ kind, id }))
    return [...standing, { kind: 'record_b', id: wholeKind }]
  }

  private some(grants: Grant[]): Grant[] {
    return grants.filter(() => this.chaos.chance(0.3))
  }

  private async grant(person: string, { give = [], take = [], ...everything }: Change): Promise<void> {
    this.chaos.tell(`office: ${person} ${JSON.stringify({ give, take, ...everything })}`)
    await this.post('/api/grants', { userIds: [person], give, take, ...everything })
  }

  private push(mutations: unknown[]): Promise<void> {
    const message = { client: this.client, protocol: PROTOCOL_VERSION, mutations }
    return this.post('/api/sync/push', message)
  }

  /** What is refused, or not answered, is left as it is: a Device may have gone meanwhile. */
  private async post(path: string, body: object): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      cookie: boss,
      [userHeader]: bossName,
    }
    const { status } = await this.server.request(path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (status !== 200) this.chaos.tell(`    office: ${status}`)
  }
}
