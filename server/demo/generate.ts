/** Plausible records from a seed: pure, endless, and the same for the same seed on every machine. */
import { type FieldTypeName, instantOf, typeNameOf, type Value } from '../../shared/fields.ts'
import { type Field, fillable, type Kind, type Kinds } from '../../shared/metadata.ts'
import type { Mutation } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'
import { type Random, randomOf } from './random.ts'
import * as words from './vocabulary.ts'

export interface DemoOptions {
  /** References are drawn from all there are, so the counts of those that are referred to belong into the seed. */
  seed: string
  /** How many records of each kind; a kind that is not named gets none. */
  counts: Record<string, number>
}

interface Context {
  options: DemoOptions
  index: number
  random: Random
}

type Maker = (context: Context, field: Field) => Value

/** Records are dated one a minute from here on, so that their uids sort as they were made. */
const firstRecordMs = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000

/** As many Devices as a crew looks after. */
const devicesOfSite = 10

export const sitesFor = (devices: number): number => Math.ceil(devices / devicesOfSite)

/** Another number of what is referred to is another set: the same ids would come again with other fields. */
export const demoSeed = (seed: string, { sites, devices }: { sites: number; devices: number }): string =>
  `${seed}/${sites}/${devices}`

function uidOf(seed: string, kind: string, index: number): string {
  return randomOf(`${seed}/uid/${kind}/${index}`).uuid(firstRecordMs + index * 60_000)
}

function personName({ random }: Context): string {
  const parts: string[] = [random.pick(words.givenNames)]
  if (random.chance(0.3)) parts.push(random.pick(words.givenNames))
  if (random.chance(0.93)) parts.push(random.pick(words.familyNames))
  if (random.chance(0.05)) parts.push(random.pick(words.degrees))
  return parts.join(' ')
}

/** Local date-times as the field wants them: no zone, whole seconds. */
function dateTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}

function startMs({ options, index }: Context): number {
  const random = randomOf(`${options.seed}/start/${index}`)
  const hours = random.chance(0.7) ? 0 : 6 + random.below(12)
  return Date.UTC(2018, 0, 1) + random.below(8 * 365) * dayMs + hours * 3_600_000
}

const siteCity = (index: number): string => words.cities[index % words.cities.length] ?? words.cities[0]

/** Those of one city are told apart by a number. */
function siteName({ index }: Context): string {
  const turn = Math.floor(index / words.cities.length)
  return turn === 0 ? siteCity(index) : `${siteCity(index)} ${turn + 1}`
}

/** Which site a Device stands in; its name says the same city. undefined: there are none. */
function siteIndexOf({ options, index }: Context): number | undefined {
  const sites = options.counts['site'] ?? 0
  return sites === 0 ? undefined : randomOf(`${options.seed}/site/${index}`).below(sites)
}

function deviceName(context: Context): string {
  const { random, index } = context
  const gate = random.pick(words.gates)
  const site = siteIndexOf(context)
  const city = site === undefined ? random.pick(words.cities) : siteCity(site)
  return `${gate} ${city} ${String(index + 1).padStart(2, '0')}`
}

function deviceSite(context: Context): Value {
  const site = siteIndexOf(context)
  return site === undefined ? null : { uid: uidOf(context.options.seed, 'site', site) }
}

/** What a field of a known kind usually holds. A field that is not here is filled by its type. */
const makers: Record<string, Maker> = {
  'site.name': siteName,
  'device.name': deviceName,
  'device.site_id': deviceSite,
  'record_a.pin': ({ index }) => String(((index + 1) * 7919) % 1_000_000).padStart(6, '0'),
  'record_a.name': personName,
  'record_a.pri': ({ random }) => (random.chance(0.97) ? '0' : '14'),
  'record_a.passwd': ({ random }) => random.digits(4 + random.below(5)),
  'record_a.card': ({ random }) => `00${random.digits(8)}`,
  'record_a.grp': ({ random }) => String(1 + random.below(8)),
  'record_a.tz': ({ random }) => random.pick(words.timeZones),
  'record_a.verify': ({ random }) => random.chance(0.85),
  'record_a.vice_card': ({ random }) => (random.chance(0.8) ? '0' : random.digits(10)),
  'record_a.start_datetime': context => dateTime(startMs(context)),
  'record_a.end_datetime': context =>
    dateTime(startMs(context) + (1 + context.random.below(5)) * 365 * dayMs + dayMs - 1000),
  'record_b.pt': ({ random }) => random.pick(words.companies),
  'record_b.divisi': ({ random }) => random.pick(words.letters),
  'record_b.jenis': ({ random }) => random.pick(words.letters),
  'record_b.nama': ({ random }) =>
    `${random.pick(['Divisi', 'Bagian', 'Unit'])} ${random.pick(words.divisions)} ${random.pick(words.cities)}`,
  'record_b.divapp': ({ random }) => random.pick(words.letters),
}

const makersByType: Record<FieldTypeName, Maker> = {
  text: ({ random }, field) => random.digits(Math.min(8, field.validation.max ?? 8)),
  boolean: ({ random }) => random.chance(0.5),
  datetime: context => dateTime(startMs(context)),
  instant: context => instantOf(new Date(startMs(context))),
  integer: ({ random }) => String(1 + random.below(1_000_000)),
  reference({ options, random }, field) {
    const kind = field.reference?.kind ?? ''
    return { uid: uidOf(options.seed, kind, random.below(options.counts[kind] ?? 0)) }
  },
}

/** The creation of one demo record; its ids depend on the seed alone, so it can be applied only once. */
function creationOf(kind: Kind, index: number, options: DemoOptions): Mutation {
  const name = `${kind.name}/${index}`
  const random = randomOf(`${options.seed}/fields/${name}`)
  const fields: Fields = {}
  for (const field of fillable(kind)) {
    const make = makers[`${kind.name}.${field.name}`] ?? makersByType[typeNameOf(field)]
    fields[field.name] = make({ options, index, random }, field)
  }
  const id = randomOf(`${options.seed}/mutation/${name}`).uuid(firstRecordMs + index * 60_000)
  return { id, kind: kind.name, uid: uidOf(options.seed, kind.name, index), op: 'create', fields }
}

/** All demo records, those that are referred to before those that refer to them. */
export function* demoMutations(kinds: Kinds, options: DemoOptions): Generator<Mutation, void, void> {
  for (const kind of kinds) {
    const count = options.counts[kind.name] ?? 0
    for (let index = 0; index < count; index++) yield creationOf(kind, index, options)
  }
}
