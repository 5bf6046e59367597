/** Records and grants that change at random: after each contact a tablet holds what its person sees, and was sent no more. */
import { expect, test, describe } from 'vitest'
import { type Random, randomOf } from '../../server/demo/random.ts'
import type { Grant } from '../../shared/grants-message.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'
import { holderOf, holdingKind, outerOf } from '../../shared/scope.ts'
import { a, create, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { deviceAt, grant, Holding, ofRecordB, site } from './scoped.ts'
import { openWorld, type Person } from './world.ts'

const steps = 160

const anyOf = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)] as T

interface Granted {
  isLimited: boolean
  grants: Set<string>
}

/** All that is, as an admin sees it, and what each person was granted. */
class Company {
  readonly records = new Map<string, ServerRecord>()
  readonly granted = new Map<Person, Granted>()
  readonly #random: Random
  readonly #admin: Person

  constructor(admin: Person, random: Random) {
    this.#admin = admin
    this.#random = random
  }

  of(kind: string): ServerRecord[] {
    return [...this.records.values()].filter(record => record.kind === kind)
  }

  any(kind: string): ServerRecord | undefined {
    const found = this.of(kind)
    return found.length > 0 ? anyOf(this.#random, found) : undefined
  }

  /** What is refused changes nothing: a Device in use stays. */
  async write(mutation: unknown): Promise<void> {
    const settlement = await this.#admin.one(mutation)
    const { uid } = mutation as { uid: string }
    if (settlement.outcome !== 'applied') return
    if (settlement.record) this.records.set(uid, settlement.record)
    else this.records.delete(uid)
  }

  async grant(to: Person, change: { everything?: boolean; give?: Grant[]; take?: Grant[] }): Promise<void> {
    const of = this.#of(to)
    if (change.everything !== undefined) of.isLimited = !change.everything
    for (const each of change.take ?? []) of.grants.delete(`${each.kind} ${each.id}`)
    for (const each of change.give ?? []) of.grants.add(`${each.kind} ${each.id}`)
    this.granted.set(to, of)
    expect((await grant(this.#admin, [to], change)).status).toBe(200)
  }

  #of(person: Person): Granted {
    return this.granted.get(person) ?? { isLimited: false, grants: new Set() }
  }

  /** By the words of the rules, and no SQL. [SC1] */
  isSeen(person: Person, record: Pick<ServerRecord, 'kind' | 'id' | 'fields'>): boolean {
    const { isLimited, grants: granted } = this.#of(person)
    if (!isLimited) return true
    const kind = kindNamed(kinds, record.kind)!
    const holder = holderOf(kind, record)
    if (holder === null) return false
    if (granted.has(`${holdingKind(kind)} ${holder}`)) return true
    const held = kind.grantable ? record : this.of('device').find(({ id }) => id === holder)
    const outer = held && outerOf(kindNamed(kinds, held.kind)!, held.fields)
    return typeof outer === 'string' && granted.has(`site ${outer}`)
  }

  /** Viewers, all of them: who is limited has null in place of what is for others. [SC9] */
  seenBy(person: Person): Record<string, Fields> {
    const { isLimited } = this.#of(person)
    const seen = [...this.records.values()].filter(record => this.isSeen(person, record))
    const shown = ({ fields }: ServerRecord) =>
      isLimited && 'passwd' in fields ? { ...fields, passwd: null } : fields
    return Object.fromEntries(seen.map(record => [record.uid, shown(record)]))
  }
}

async function step(company: Company, people: readonly Person[], random: Random): Promise<void> {
  const [place, device, person, branch] = ['site', 'device', 'record_a', 'record_b'].map(kind =>
    company.any(kind),
  )
  const to = anyOf(random, people)
  const granting = (change: Parameters<Company['grant']>[1]) => company.grant(to, change)
  const grants: Grant[] = [place, device].flatMap(each => (each ? [{ kind: each.kind, id: each.id }] : []))
  const acts: (() => Promise<void> | undefined)[] = [
    () => company.write(site(`Lokasi ${random.below(1000)}`)),
    () => company.write(deviceAt(random.chance(0.8) ? (place ?? null) : null)),
    () => device && company.write(a.recordA(device.id)),
    () => device && company.write(a.recordA(device.id)),
    () => company.write(a.recordB()),
    () =>
      person &&
      device &&
      company.write(update(person, { device_id: [person.fields['device_id'], device.id] })),
    () => device && company.write(update(device, { site_id: [device.fields['site_id'], place?.id ?? null] })),
    () => person && company.write(remove(person)),
    () => branch && company.write(remove(branch)),
    () => device && company.write(remove(device)),
    // Brought back under its uid, wherever that is.
    () => person && device && company.write(remove(person)).then(() => again(company, person, device)),
    () => granting({ everything: false, give: grants }),
    () => granting({ give: [...grants, ofRecordB].filter(() => random.chance(0.5)) }),
    () => granting({ take: [...grants, ofRecordB].filter(() => random.chance(0.5)) }),
    () => (random.chance(0.1) ? granting({ everything: true }) : undefined),
  ]
  await anyOf(random, acts)()
}

async function again(company: Company, { uid, fields }: ServerRecord, device: ServerRecord): Promise<void> {
  await company.write(create('record_a', { ...fields, device_id: device.id }, uid))
}

describe.each(engines)('At random on $name', engine => {
  test.each(['satu', 'dua'])('[SC2] [SC3] [SC4] [SC6] [SC9] %s', async seed => {
    const world = await openWorld(engine)
    const random = randomOf(seed)
    const company = new Company(await world.person('admin'), random)
    const tablets = await Promise.all([1, 2, 3].map(async () => new Holding(await world.person('viewer'))))
    const people = tablets.map(({ person }) => person)
    for (let done = 0; done < steps; done++) {
      await step(company, people, random)
      const tablet = anyOf(random, tablets)
      const before = tablet.received.length
      await tablet.pull()
      const seen = company.seenBy(tablet.person)
      const held = Object.fromEntries([...tablet.records].map(([uid, { fields }]) => [uid, fields]))
      expect([done, held]).toEqual([done, seen])
      for (const { uid } of tablet.received.slice(before))
        for (const each of uid) expect(seen).toHaveProperty(each)
    }
    // It has come to something.
    const lines = tablets.flatMap(({ received }) => received)
    expect(lines.flatMap(({ deleted }) => deleted).length).toBeGreaterThan(10)
    expect(lines.flatMap(({ uid }) => uid).length).toBeGreaterThan(50)
    await world.close()
  })
})
