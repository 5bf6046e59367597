/** What this device did to records by itself, as far as it is kept here: asked for when there is no server to ask. [HI5] */
import type { OwnChange, OwnDeletion, Titles } from '../../contract.ts'
import { isUidReference, type Value } from '../../../shared/fields.ts'
import type { Kind } from '../../../shared/metadata.ts'
import { type Fields, mapValues } from '../../../shared/record.ts'
import { knownFields } from '../../../shared/schema.ts'
import { readFlightsOf, readLastSent } from '../disk/work-read.ts'
import type { Replica } from '../replica/replica.ts'
import { unsettledActs } from '../replica/works.ts'
import { titleOf } from '../table/references.ts'
import { type Act, type Address, type Flight, noValue, waiting } from '../work/act.ts'
import { effectOf, sumOf } from '../work/fold.ts'
import { lastShown } from '../work/shown.ts'
import { carriedBy, doneBy, type Sides } from '../work/sides.ts'

/** Flights among which deletions are looked for. */
const searchedSent = 1000

/** Newest first: each act that has not left, and what each flight carried. */
export async function ownHistory(
  replica: Replica,
  address: Address,
): Promise<{ changes: OwnChange[]; titles: Titles }> {
  const { kind } = replica.table(address.kind)
  const flights = await readFlightsOf(replica.db, address)
  const sent = flights.flatMap(flight => {
    const sides = flight.mutation && carriedBy(flight, flight.mutation)
    return sides ? [{ ...changeOf(kind, flight.acts, sides), id: flight.id, version: versionOf(flight) }] : []
  })
  const acts = replica.works.of(address.uid)?.acts ?? []
  const unsent = acts.flatMap(act => {
    const sides = doneBy(act.deed)
    return sides ? [changeOf(kind, [act], sides)] : []
  })
  const changes = [...sent, ...unsent].reverse()
  return {
    changes,
    titles: titlesIn(
      replica,
      kind,
      changes.flatMap(({ before, after }) => [before, after]),
    ),
  }
}

/** Newest first: records that this device deleted, and that are not shown. */
export async function ownDeletions(
  replica: Replica,
  name: string,
): Promise<{ records: OwnDeletion[]; titles: Titles }> {
  const { kind } = replica.table(name)
  const records = new Map<string, OwnDeletion>()
  for (const work of replica.works.all) {
    const effect = effectOf(sumOf(work)) ?? waiting(work).at(-1)?.mutation
    const acts = unsettledActs(work)
    const fields = lastShown(acts)
    if (work.kind !== name || effect?.op !== 'delete' || !fields) continue
    records.set(work.uid, deletionOf(kind, { uid: work.uid, acts, fields, isSent: false }))
  }
  for (const { kind: of, uid, acts, mutation } of (await readLastSent(replica.db, searchedSent)).sent) {
    if (of !== name || mutation?.op !== 'delete' || records.has(uid)) continue
    records.set(uid, deletionOf(kind, { uid, acts, fields: mutation.seen, isSent: true }))
  }
  const gone = [...records.values()].filter(({ uid }) => !replica.table(name).shown(uid)?.fields)
  gone.sort((a, b) => b.at - a.at)
  return {
    records: gone,
    titles: titlesIn(
      replica,
      kind,
      gone.map(({ fields }) => fields),
    ),
  }
}

function deletionOf(
  kind: Kind,
  { uid, acts, fields, isSent }: { uid: string; acts: readonly Act[]; fields: Fields; isSent: boolean },
): OwnDeletion {
  const id = acts.findLast(({ givenId }) => givenId)?.givenId ?? null
  return { uid, id, at: acts.at(-1)?.at ?? 0, isSent, fields: knownOf(kind, fields) }
}

function changeOf(kind: Kind, acts: readonly Act[], { before, after }: Sides): OwnChange {
  const known = (fields: Fields | null) => fields && knownOf(kind, fields)
  const at = acts.at(-1)?.at ?? 0
  return { id: null, version: null, at, before: known(before), after: known(after) }
}

/** What was seen of a field that was gone is nothing that anybody entered. */
export function knownOf(kind: Kind, fields: Fields): Fields {
  return mapValues(knownFields(kind, fields), value => (value === noValue ? null : value))
}

function versionOf({ version, record }: Flight): number | null {
  return version ?? record?.version ?? null
}

function titlesIn(replica: Replica, { fields }: Kind, records: readonly (Fields | null)[]): Titles {
  const titles: Titles = {}
  for (const field of fields.filter(({ reference }) => reference)) {
    const ofField: Record<string, string> = {}
    for (const value of records.map(record => record?.[field.name])) {
      const title = titleOf(replica.tables, field, value)
      const key = keyIn(value)
      if (title !== null && key !== null) ofField[key] = title
    }
    titles[field.name] = ofField
  }
  return titles
}

function keyIn(value: Value | undefined): string | null {
  if (isUidReference(value)) return value.uid
  return typeof value === 'string' ? value : null
}
