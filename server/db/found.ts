/** All that has to be known before mutations can be judged, in one statement, whatever it is. Only under the clock's lock. */
import { type RawBuilder, sql } from 'kysely'
import type { Kind, Kinds } from '../../shared/metadata.ts'
import { type Role, roleNamed } from '../../shared/roles.ts'
import type { Driver } from './driver.ts'
import { type Remembrance, rememberedColumns } from './ledger.ts'
import { recordIn, type StoredRecord, valuesOf } from './records.ts'
import type { Refusal } from './refused.ts'
import type { Tx } from './schema.ts'
import { scopesWithRoles } from './scope.ts'

export interface AskedOfKind {
  uids: ReadonlySet<string>
  /** Of records that are referred to. */
  ids: ReadonlySet<string>
  /** [PU13] Ids that records had once. */
  formerIds: ReadonlySet<string>
  /** [PU8] Of records that are to go. */
  goneUids: ReadonlySet<string>
}

export interface Asked {
  mutationIds: readonly string[]
  clientIds: readonly string[]
  /** Of whoever wants it. */
  userIds: readonly string[]
  /** Clocks whose tokens are compared. */
  clocks: readonly number[]
  byKind: ReadonlyMap<string, AskedOfKind>
}

export interface FoundOfKind {
  records: StoredRecord[]
  /** Ids of deleted records, by uid, and within what they stood, where that is known. */
  buried: Map<string, { id: string; holder: string | null }>
  /** Of those asked for: which are a record's, and which a deleted one's. */
  ids: Set<string>
  buriedIds: Set<string>
  lastId: bigint
  /** How many records refer to one of those to go, by its id. */
  references: Map<string, number>
}

export interface Found {
  floor: number
  tokens: Map<number, string>
  /** [HI7] Up to this clock something is forgotten. */
  forgottenUpTo: number
  ledger: Remembrance[]
  refused: Refusal[]
  /** Whose each client is. */
  clients: Map<string, string>
  /** [SC2] Who of them does not see everything, and their roles. */
  limited: Map<string, Role>
  isAnybodyLimited: boolean
  byKind: Map<string, FoundOfKind>
}

/** What a row is, of which kind, and its values. */
type Row = { what: string; kind: string; list: string }

export async function find(tx: Tx, driver: Driver, kinds: Kinds, asked: Asked): Promise<Found> {
  const parts = kinds.flatMap(kind => partsOfKind(driver, kinds, kind, asked.byKind.get(kind.name)))
  const all = sql.join([...partsOfAll(driver, asked), ...parts], sql` union all `)
  const { rows } = await all.$castTo<Row>().execute(tx)
  const found: Found = {
    ...{ floor: 0, tokens: new Map(), forgottenUpTo: 0, ledger: [], refused: [], clients: new Map() },
    ...{ limited: new Map(), isAnybodyLimited: false },
    byKind: new Map(kinds.map(({ name }) => [name, nothing()])),
  }
  for (const { what, kind, list } of rows) {
    const values = JSON.parse(list) as unknown[]
    const ofKind = found.byKind.get(kind)
    if (ofKind) keepOfKind(ofKind, what, values, list => recordIn(driver, kindIn(kinds, kind), list))
    else keep(found, what, values)
  }
  return found
}

function kindIn(kinds: Kinds, name: string): Kind {
  const kind = kinds.find(each => each.name === name)
  if (!kind) throw new Error('A kind that is not in the metadata')
  return kind
}

function nothing(): FoundOfKind {
  return {
    ...{ records: [], buried: new Map(), ids: new Set(), buriedIds: new Set() },
    ...{ lastId: 0n, references: new Map() },
  }
}

function partsOfAll(
  { sets }: Driver,
  { mutationIds, clientIds, userIds, clocks }: Asked,
): RawBuilder<unknown>[] {
  const select = (what: string, columns: string[], from: RawBuilder<unknown>) =>
    sql`select ${sql.lit(what)} as what, '' as kind, ${sets.jsonOf(columns.map(name => sql.ref(name)))} as list from ${from}`
  const ids = sets.isAmong(sql`id`, mutationIds)
  return [
    select('floor', ['floor'], sql`clock`),
    select('token', ['clock', 'token'], sql`commits where ${sets.isAmong(sql`clock`, clocks.map(String))}`),
    select('forgotten', ['clock'], sql`forgotten`),
    select('ledger', rememberedColumns, sql`ledger where ${ids}`),
    select('refused', ['id', 'hash', 'clock', 'settlement', 'user_id'], sql`refused where ${ids}`),
    select('anybody limited', ['is_limited'], anybodyLimited),
    select(
      'limited',
      ['user_id', 'role'],
      sql`${scopesWithRoles} where is_limited = 1 and ${sets.isAmong(sql`user_id`, userIds)}`,
    ),
    select('client', ['id', 'user_id'], sql`clients where ${sets.isAmong(sql`id`, clientIds)}`),
  ]
}

function keep(found: Found, what: string, values: unknown[]): void {
  const [first, second] = values
  if (what === 'floor') found.floor = Number(first)
  else if (what === 'forgotten') found.forgottenUpTo = Math.max(found.forgottenUpTo, Number(first))
  else if (what === 'anybody limited') found.isAnybodyLimited = true
  else if (what === 'limited') found.limited.set(String(first), roleNamed(second))
  else if (what === 'token') found.tokens.set(Number(first), String(second))
  else if (what === 'client') found.clients.set(String(first), String(second))
  else if (what === 'ledger') {
    const row = Object.fromEntries(rememberedColumns.map((name, at) => [name, values[at]]))
    found.ledger.push(row as unknown as Remembrance)
  } else {
    const [id, hash, clock, settlement, user_id] = values as [string, string | null, number, string, string]
    found.refused.push({ id, hash, clock, settlement, user_id })
  }
}

/** [SC3] */
const anybodyLimited = sql`(select is_limited from scopes where is_limited = 1 limit 1) as anybody`
const idText = sql`cast(id as varchar(19))`
const holderText = sql`cast(holder as varchar(19))`

function partsOfKind(
  { sets }: Driver,
  kinds: Kinds,
  kind: Kind,
  asked: AskedOfKind | undefined,
): RawBuilder<unknown>[] {
  if (!asked) return []
  const name = sql.lit(kind.name)
  const select = (what: string, values: RawBuilder<unknown>[], from: RawBuilder<unknown>) =>
    sql`select ${sql.lit(what)}, ${name}, ${sets.jsonOf(values)} from ${from}`
  const uids = sets.isAmong(sql`uid`, [...asked.uids])
  const ids = [...asked.ids, ...asked.formerIds]
  const table = sql.table(kind.name)
  const last = sql`cast(last as varchar(19))`
  const parts = [
    select('last id', [last], sql`counters where kind = ${name}`),
    select('record', valuesOf(kind), sql`${table} where ${uids}`),
    select('buried', [sql`uid`, idText, holderText], sql`tombstones where kind = ${name} and ${uids}`),
  ]
  if (ids.length > 0) parts.push(select('id', [idText], sql`${table} where ${sets.isAmong(sql`id`, ids)}`))
  const former = sets.isAmong(sql`id`, [...asked.formerIds])
  if (asked.formerIds.size > 0)
    parts.push(select('buried id', [idText], sql`tombstones where kind = ${name} and ${former}`))
  if (asked.goneUids.size === 0) return parts
  const gone = sql`select id from ${table} where ${sets.isAmong(sql`uid`, [...asked.goneUids])}`
  for (const { referring, field } of referencesTo(kinds, kind)) {
    const column = sql.ref(field)
    const counted = [sql`cast(${column} as varchar(19))`, sql`count(*)`]
    parts.push(
      select(
        'references',
        counted,
        sql`${sql.table(referring)} where ${column} in (${gone}) group by ${column}`,
      ),
    )
  }
  return parts
}

function referencesTo(kinds: Kinds, kind: Kind): { referring: string; field: string }[] {
  return kinds.flatMap(({ name, fields }) =>
    fields
      .filter(field => field.reference?.kind === kind.name)
      .map(field => ({ referring: name, field: field.name })),
  )
}

function keepOfKind(
  found: FoundOfKind,
  what: string,
  values: unknown[],
  recordOf: (values: unknown[]) => StoredRecord,
): void {
  const [first, second] = values.map(String) as [string, string]
  if (what === 'record') found.records.push(recordOf(values))
  else if (what === 'buried') found.buried.set(first, { id: second, holder: values[2] as string | null })
  else if (what === 'id') found.ids.add(first)
  else if (what === 'buried id') found.buriedIds.add(first)
  else if (what === 'last id') found.lastId = BigInt(first)
  else found.references.set(first, (found.references.get(first) ?? 0) + Number(second))
}
