/** A file of unsent work, as text from anywhere: what it holds in today's words, or why it is refused. Pure. [OB21] */
import { type FileRefusal, maxFileLength } from '../../contract-work.ts'
import { isBigInteger, isUid } from '../../../shared/fields.ts'
import { fillable, kindNamed, type Kinds } from '../../../shared/metadata.ts'
import type { Mutation, Op } from '../../../shared/protocol.ts'
import { isObject, minesOf } from '../../../shared/record.ts'
import { currentMutation, knownFields, schemaVersion } from '../../../shared/schema.ts'
import { grouped } from '../grouped.ts'
import { currentDeed } from '../disk/acts.ts'
import type { Act, Address, Deed, Flight } from '../work/act.ts'

export type FileFlight = Pick<Flight, 'id' | 'acts'> & { mutation: Mutation }

export interface FileRecord extends Address {
  acts: Act[]
  flights: FileFlight[]
  /** This app knows its kind and its fields. */
  isKnown: boolean
}

export type FileRead =
  | { outcome: 'read'; savedAt: string; records: FileRecord[]; unreadable: number }
  | { outcome: 'refused'; why: FileRefusal }

/** Records of one file: those of a list that was read in [IM10], what was made for them, and the rest of the work. */
const maxRecords = 300_000

/** Acts of one write: they have their places between two numbers. */
const maxWriteActs = 1_000

type Check = (value: unknown) => boolean
/** What each part must be; others are left out. */
type Shape = Record<string, Check>

const isText =
  (most: number): Check =>
  value =>
    typeof value === 'string' && value.length <= most
const isAmount: Check = value => typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER
const orNone =
  (check: Check): Check =>
  value =>
    value === undefined || check(value)
const each =
  (check: Check, most = maxRecords): Check =>
  value =>
    Array.isArray(value) && value.length <= most && value.every(check)

const isValue: Check = value =>
  value === null ||
  ['string', 'boolean'].includes(typeof value) ||
  (isObject(value) && Object.keys(value).join() === 'uid' && isUid(value['uid']))
const isValues: Check = value => isObject(value) && Object.values(value).every(isValue)
const isChange: Check = value => each(isValue, 2)(value) && (value as unknown[]).length === 2
const isChanges: Check = value => isObject(value) && Object.values(value).every(isChange)

const deeds: Record<Deed['do'], Shape> = {
  make: { fields: isValues },
  edit: { changes: isChanges, shown: isValues },
  delete: { shown: isValues },
  choose: { theirs: isValues, values: isValues },
  restore: { fields: isValues, changes: orNone(isChanges) },
  keep: { theirs: isValues, values: isValues },
  'delete anyway': { theirs: isValues },
  'let go': {},
}
const mutations: Record<Op, Shape> = {
  create: { fields: isValues },
  update: { changes: isChanges },
  delete: { seen: isValues },
}

/** One of several shapes, by its name. */
const isOneOf =
  (shapes: Record<string, Shape>, by: string): Check =>
  value => {
    const name = isObject(value) ? value[by] : undefined
    const shape = typeof name === 'string' && Object.hasOwn(shapes, name) ? shapes[name] : undefined
    return shape !== undefined && has(shape)(value)
  }
const has =
  (shape: Shape): Check =>
  value =>
    isObject(value) && Object.entries(shape).every(([name, check]) => check(value[name]))

const actShape: Shape = {
  seq: isAmount,
  since: isAmount,
  at: isAmount,
  deed: isOneOf(deeds, 'do'),
  givenId: orNone(isBigInteger),
  write: orNone(value => isText(100)(value) && value !== ''),
}
const areActs = each(has(actShape))
const flightShape: Shape = {
  id: isUid,
  mutation: isOneOf(mutations, 'op'),
  acts: value => areActs(value) && (value as unknown[]).length > 0,
}
const isRecord = has({ kind: isText(100), uid: isUid, acts: areActs, flights: each(has(flightShape)) })
const isFile = has({
  format: value => value === 'records-unsent',
  version: isAmount,
  savedAt: isText(100),
  // Files of before do not say whose work it is, and by which metadata.
  user: orNone(isText(100)),
  schema: orNone(isAmount),
  records: each(() => true),
  unreadable: orNone(each(() => true)),
})

interface GivenFile {
  version: number
  savedAt: string
  user?: string
  schema?: number
  records: unknown[]
  unreadable?: unknown[]
}
type GivenRecord = Omit<FileRecord, 'isKnown'>

/** The version of the format. 1 was never in anybody's hands. */
export const fileVersion = 2

export function readFile(text: string, { kinds, userId }: { kinds: Kinds; userId: string }): FileRead {
  if (text.length > maxFileLength) return { outcome: 'refused', why: 'too large' }
  const file = parsed(text)
  if (!isFile(file)) return { outcome: 'refused', why: 'foreign' }
  const { version, savedAt, user = userId, records, unreadable = [], ...of } = file as GivenFile
  if (version < fileVersion) return { outcome: 'refused', why: 'foreign' }
  const schema = of.schema ?? schemaVersion(kinds)
  if (version > fileVersion || schema > schemaVersion(kinds)) return { outcome: 'refused', why: 'newer' }
  // [PU9]
  if (user !== userId) return { outcome: 'refused', why: 'somebody else' }
  const whole = records.filter(isRecord) as GivenRecord[]
  const byUid = new Map(whole.map(record => [record.uid, current(kinds, record, schema)]))
  return {
    ...{ outcome: 'read', savedAt },
    records: [...byUid.values()].filter(({ acts, flights }) => acts.length + flights.length > 0),
    unreadable: unreadable.length + records.length - whole.length,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** [PV4] In today's names. */
function current(kinds: Kinds, { kind, uid, acts, flights }: GivenRecord, schema: number): FileRecord {
  const actsOf = (given: Act[]): Act[] =>
    given.map(({ seq, since, at, deed, givenId, write }) => ({
      ...{ seq, since, at, kind, uid },
      deed: seenDeed(kinds, kind, currentDeed(kinds, { kind, schema }, partsOf(deed, deeds[deed.do], 'do'))),
      ...(givenId !== undefined && { givenId }),
      ...(write !== undefined && { write }),
    }))
  const record = {
    ...{ kind, uid, acts: withoutLetGo(actsOf(acts)) },
    flights: flights.map(({ id, mutation, acts: flown }) => {
      const own = { ...partsOf(mutation, mutations[mutation.op], 'op'), id, schema, kind, uid }
      return { id, mutation: currentMutation(kinds, own), acts: actsOf(flown) }
    }),
  }
  const all = [...record.flights.flatMap(flight => flight.acts), ...record.acts]
  const writes = grouped(all, ({ write, seq }) => write ?? String(seq))
  const areWhole = [...writes.values()].every(of => of.length <= maxWriteActs)
  return { ...record, isKnown: areWhole && all.every(({ deed }) => isKnown(kinds, kind, deed)) }
}

/**
 * What was taken back in the other browser is not done here, and taking it back is nothing here either: it would take along
 * what stands in this one.
 */
function withoutLetGo(acts: readonly Act[]): Act[] {
  const gone = Math.max(-1, ...acts.flatMap(({ deed, since }) => (deed.do === 'let go' ? [since] : [])))
  return acts.filter(({ deed, seq }) => deed.do !== 'let go' && seq > gone)
}

/** Without what nobody asked for. */
function partsOf<T extends object>(of: T, shape: Shape, by: string): T {
  const names = Object.keys(of).filter(name => name === by || Object.hasOwn(shape, name))
  return Object.fromEntries(names.map(name => [name, of[name as keyof T]])) as T
}

/** [PV6] Fields that nobody here knows are left out of what was only seen. */
function seenDeed(kinds: Kinds, name: string, deed: Deed): Deed {
  const kind = kindNamed(kinds, name)
  if (!kind) return deed
  if ('shown' in deed) return { ...deed, shown: knownFields(kind, deed.shown) }
  return 'theirs' in deed ? { ...deed, theirs: knownFields(kind, deed.theirs) } : deed
}

function isKnown(kinds: Kinds, name: string, deed: Deed): boolean {
  const kind = kindNamed(kinds, name)
  if (!kind) return false
  const names = new Set(fillable(kind).map(field => field.name))
  return Object.keys(wantedBy(deed)).every(each => names.has(each))
}

function wantedBy(deed: Deed): object {
  if (deed.do === 'make') return deed.fields
  if (deed.do === 'edit') return minesOf(deed.changes)
  if (deed.do === 'restore') return { ...deed.fields, ...deed.changes }
  return 'values' in deed ? deed.values : {}
}
