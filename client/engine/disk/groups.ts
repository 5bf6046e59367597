/** [MA4] Acts that are stored in one go, each on its own record, share rows: 100,000 of them are 200 writes. */
import { assert } from '../../../shared/assert.ts'
import { schemaVersion } from '../../../shared/schema.ts'
import type { Act, Address, Flight } from '../work/act.ts'
import { removalOf } from '../work/undo.ts'
import { currentDeed, type NewAct } from './acts.ts'
import { reserve } from './convert.ts'
import type { Database } from './database.ts'
import { isFree, nameOf, standingIn } from './group-heads.ts'
import { places } from './places.ts'
import type { BodyRow, GroupRow, Schema } from './schema.ts'

/** As many as a page has records. */
const actsPerRow = 512

/** Beside each act its record: a head that was moved to other acts does not go with them. */
interface Stored {
  schema: number
  acts: Pick<Act, 'uid' | 'since' | 'at' | 'deed' | 'givenId'>[]
}

/** Before it has its place in the order. */
interface NewGroup {
  write: string
  body: Omit<BodyRow, 'seq'>
  acts: readonly NewAct[]
}

/**
 * `acts`: in their order. `hasMoved`: another tab may have taken some along already. Rejects with the signal's reason once
 * it is given up, and then nothing is written.
 */
export async function addGroup(
  db: Database,
  acts: readonly NewAct[],
  signal?: AbortSignal,
): Promise<{ acts: Act[]; hasMoved: boolean }> {
  const groups = await Promise.all(inRows(acts).map(rows => sealGroup(db, rows)))
  // [IM9] From here on the storage has it.
  signal?.throwIfAborted()
  let first: number | null = null
  let hasMoved = false
  await db.run(schema =>
    schema.transaction('rw', schema.acts, schema.groups, schema.bodies, schema.flights, async () => {
      // [OB16] The connection died before it said that all was written.
      hasMoved = first !== null && (await areWritten(schema, groups, first))
      if (hasMoved) return
      // Not before: what is done while they are sealed comes before them, in whichever tab.
      first = await reserve(schema, acts.length)
      const rows = inOrder(groups, first)
      await schema.groups.bulkAdd(rows.heads)
      await schema.bodies.bulkAdd(rows.bodies)
    }),
  )
  return { acts: numbered(groups, first ?? 0), hasMoved }
}

/** By their names: of a transaction that came to nothing, the numbers are somebody else's. */
async function areWritten(
  { groups, flights }: Schema,
  own: readonly NewGroup[],
  first: number,
): Promise<boolean> {
  const names = new Set(own.flatMap(({ write, acts }) => acts.map((_, place) => nameOf({ write }, place))))
  const heads = await groups.where('seq').aboveOrEqual(first).toArray()
  if (heads.some(head => names.has(nameOf(head, 0)))) return true
  const flown = await flights.where('newest').aboveOrEqual(first).toArray()
  return flown.some(({ rows = [] }) => rows.some(({ write }) => names.has(write)))
}

/** Rows of one kind each. */
function inRows(acts: readonly NewAct[]): NewAct[][] {
  const rows: NewAct[][] = []
  for (const act of acts) {
    const row = rows.at(-1)
    if (row && row.length < actsPerRow && row[0]?.kind === act.kind) row.push(act)
    else rows.push([act])
  }
  return rows
}

async function sealGroup(db: Database, acts: readonly NewAct[]): Promise<NewGroup> {
  const write = db.newUid()
  const bodies = acts.map(({ uid, since, at, deed, givenId }) => ({
    ...{ uid, since, at, deed },
    ...(givenId && { givenId }),
  }))
  const stored: Stored = { schema: schemaVersion(db.kinds), acts: bodies }
  return { write, acts, body: { write, sealed: await db.seal.close(places.bodies({ write }), stored) } }
}

function numbered(groups: readonly NewGroup[], first: number): Act[] {
  let seq = first
  return groups.flatMap(({ write, acts }) =>
    acts.map((act, place) => ({ ...act, seq: seq++, write: nameOf({ write }, place) })),
  )
}

function inOrder(groups: readonly NewGroup[], first: number): { heads: GroupRow[]; bodies: BodyRow[] } {
  const least = (since: number, act: NewAct) => Math.min(since, act.since)
  const after = groups.reduce((since, { acts }) => acts.reduce(least, since), first)
  let next = first
  const heads = groups.map(({ write, acts }): GroupRow => {
    const seq = next
    next += acts.length
    const uids = acts.map(({ uid }) => uid)
    return { seq, write, kind: acts[0]?.kind ?? '', uids, back: [], unheard: { after, before: first } }
  })
  return { heads, bodies: groups.map(({ body }, at) => ({ ...body, seq: heads[at]?.seq ?? 0 })) }
}

export interface GroupFound {
  head: GroupRow
  body: BodyRow | undefined
}

/** With what was done. */
export async function groupsFor(
  { bodies }: Schema,
  heads: readonly GroupRow[],
  uids: ReadonlySet<string>,
): Promise<GroupFound[]> {
  const isAbout = (head: GroupRow) =>
    [head.uids, ...head.back.map(back => back.uids)].some(of => of.some(uid => uids.has(uid)))
  const wanted = heads.filter(isAbout)
  const found = await bodies.bulkGet(wanted.map(({ seq }) => seq))
  return wanted.map((head, at) => ({ head, body: found[at] }))
}

/** Of the records among these: what waits, and what was taken back, which forms that are older go by. */
export async function openGroup(
  db: Database,
  { head, body }: GroupFound,
  uids: ReadonlySet<string>,
): Promise<{ acts: Act[]; flights: Flight[] }> {
  assert(body, 'a head has its body')
  const { kind, seq } = head
  const { schema, acts } = (await db.seal.open(places.bodies(head), body.sealed)) as Stored
  const actAt = (place: number, uid: string): Act => {
    const act = acts[place]
    assert(act?.uid === uid, 'a head goes with its body')
    const deed = currentDeed(db.kinds, { kind, schema }, act.deed)
    return { ...act, kind, deed, seq: seq + place, write: nameOf(head, place) }
  }
  const those = <T>(of: readonly string[], open: (place: number, uid: string) => T): T[] =>
    of.flatMap((uid, place) => (isFree(uid) && uids.has(uid) ? [open(place, uid)] : []))
  return {
    acts: those(head.uids, actAt),
    flights: head.back.flatMap(back =>
      those(back.uids, (place, uid) => {
        const way = { id: nameOf(head, place), seq: back.seq + place, at: back.at }
        return removalOf(actAt(place, uid), way)
      }),
    ),
  }
}

/** An act that was taken back, and the number of its opposite. */
export interface WentBack {
  seq: number
  opposite: number
}

/** [OB9] Takes those away that nothing came after and no flight has. `at`: ms since 1970, and the name of this taking back. */
export async function takeGroupBack(db: Database, seqs: readonly number[], at: number): Promise<WentBack[]> {
  const wanted = new Set(seqs)
  return db.run(schema =>
    schema.transaction('rw', schema.acts, schema.groups, async () => {
      const heads = await schema.groups.toArray()
      const newest = newestOf([...(await schema.acts.toArray()), ...standingIn(heads, null)])
      const went: WentBack[] = []
      for (const head of heads) {
        const isTaken = head.uids.map((uid, place) => {
          const seq = head.seq + place
          return isFree(uid) && wanted.has(seq) && newest.get(uid) === seq
        })
        const before = head.back.filter(back => back.at === at)
        const back = isTaken.some(Boolean) ? [await goBack(schema, head, { isTaken, at })] : []
        // [OB16] Run again, because the connection died before it said that all was written.
        for (const { seq, uids } of [...before, ...back])
          for (const [place, uid] of uids.entries())
            if (isFree(uid) && wanted.has(head.seq + place))
              went.push({ seq: head.seq + place, opposite: seq + place })
      }
      return went
    }),
  )
}

function newestOf(acts: readonly (Address & { seq: number })[]): Map<string, number> {
  const newest = new Map<string, number>()
  for (const { uid, seq } of acts) newest.set(uid, Math.max(seq, newest.get(uid) ?? 0))
  return newest
}

async function goBack(
  schema: Schema,
  head: GroupRow,
  { isTaken, at }: { isTaken: boolean[]; at: number },
): Promise<GroupRow['back'][number]> {
  const seq = await reserve(schema, head.uids.length)
  const back = { seq, at, uids: head.uids.map((uid, place) => (isTaken[place] ? uid : '')) }
  const uids = head.uids.map((uid, place) => (isTaken[place] ? '' : uid))
  await schema.groups.put({ ...head, uids, back: [...head.back, back] })
  return back
}
