/** Reads a file of unsent work in: first what it holds and what of that is new here, then as its person's acts. [OB21] */
import type { FileAdded, FileEntry, FilePreview, Standing } from '../../contract-work.ts'
import { assert } from '../../../shared/assert.ts'
import { grouped } from '../grouped.ts'
import { type Found, foundIn, nameOf, type Taking, takeIn } from '../disk/taken-in.ts'
import type { Replica } from '../replica/replica.ts'
import { type Act, type Address } from '../work/act.ts'
import { effectOf, fold, withEffect } from '../work/fold.ts'
import { lastShown } from '../work/shown.ts'
import type { UnsentFiles, User } from '../world.ts'
import { workRow } from './lists.ts'
import { type FileRead, type FileRecord, readFile } from './unsent-file.ts'

/** So often another tab may read the same file at the same moment. */
const maxTries = 3

export const unsentFiles: UnsentFiles = { preview, add }

async function preview(user: User, text: string): Promise<FilePreview> {
  const file = fileOf(user, text)
  if (file.outcome === 'refused') return file
  const found = await foundHere(user, file.records)
  const entries = file.records.map(record => entryOf(user.replica, record, found))
  return { outcome: 'read', savedAt: file.savedAt, entries, unreadable: file.unreadable }
}

async function add(user: User, text: string): Promise<FileAdded> {
  const file = fileOf(user, text)
  if (file.outcome === 'refused') return file
  for (let tries = 0; tries < maxTries; tries++) {
    const found = await foundHere(user, file.records)
    const takings = file.records.flatMap(record => newIn(record, found))
    if (takings.length === 0) break
    const taken = await takeIn(user.replica.db, takings)
    if (!taken) continue
    const addresses = [...new Map(takings.map(({ kind, uid }) => [uid, { kind, uid }])).values()]
    await show(user, addresses)
    const acts = taken.map(({ kind, uid, seq }) => ({ kind, uid, seq }))
    return { outcome: 'added', count: addresses.length, acts }
  }
  return { outcome: 'added', count: 0, acts: [] }
}

function fileOf({ userId, replica }: User, text: string): FileRead {
  return readFile(text, { kinds: replica.db.kinds, userId })
}

function foundHere({ replica }: User, records: readonly Address[]): Promise<Found> {
  return replica.db.run(schema => {
    const { acts, flights, groups } = schema
    return schema.transaction('r', acts, flights, groups, () => foundIn(schema, records))
  })
}

async function show({ replica, outside, scheduler, world }: User, addresses: Address[]): Promise<void> {
  // They are on disk: where this fails, the next run reads them.
  await replica.reloadWork(addresses).catch(world.onBug)
  outside.tell({ type: 'work', addresses })
  scheduler.send({ kind: 'wake' })
}

function takingsOf({ kind, uid, acts, flights }: FileRecord): Taking[] {
  const parts = [...flights.map(flight => ({ flight, acts: flight.acts })), { flight: null, acts }]
  return parts.flatMap(part =>
    [...grouped(part.acts, act => act.write ?? nameOf(act))].map(([write, of]) => ({
      ...{ kind, uid, write, flight: part.flight },
      acts: of.toSorted((a, b) => a.seq - b.seq),
    })),
  )
}

/** A flight that is known here is known whole: what became of its acts is known by it. */
const standingOf = ({ write, flight }: Taking, found: Found) =>
  (flight && found.get(flight.id)) ?? found.get(write) ?? 'new'

function newIn(record: FileRecord, found: Found): Taking[] {
  const isNew = (taking: Taking) => standingOf(taking, found) === 'new'
  return record.isKnown ? takingsOf(record).filter(isNew) : []
}

function entryOf(replica: Replica, record: FileRecord, found: Found): FileEntry {
  const takings = takingsOf(record)
  const added = newIn(record, found)
  const acts = (added.length > 0 ? added : takings).flatMap(taking => taking.acts)
  const last = acts.at(-1)
  assert(last, 'a record stands in a file for its acts')
  const { kind, uid } = record
  const effect = effectOf(fold(inOrder(acts)))
  const seen = lastShown(acts)
  const of = { kind, uid, at: last.at }
  const row = workRow(replica, of, { effects: [effect], record: withEffect(seen, effect) ?? seen })
  return { ...row, standing: standing() }

  function standing(): Standing {
    if (!record.isKnown) return 'unknown'
    if (added.length > 0) return 'new'
    // What was let go stands there until the next run.
    const isWaiting = replica.stateOf({ kind, uid }) !== 'settled'
    return isWaiting && takings.some(taking => standingOf(taking, found) === 'here') ? 'here' : 'done'
  }
}

const inOrder = (acts: readonly Act[]) => acts.toSorted((a, b) => a.seq - b.seq)
