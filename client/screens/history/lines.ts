/** The history of a record as it is read: what the server tells, and under no network what was done here. Pure. [HI5] */
import type { OwnChange, Titles } from '../../contract.ts'
import { equalValues, type Value } from '../../../shared/fields.ts'
import { type Field, fillable, type Kind } from '../../../shared/metadata.ts'
import type { HistoryEntry } from '../../../shared/protocol.ts'
import type { Fields } from '../../../shared/record.ts'
import { isBlank } from '../fields/useFieldText.ts'
import { visibleFields } from '../fields/visible.ts'

export interface ChangedField {
  field: Field
  before: Value | undefined
  after: Value | undefined
}

export interface HistoryLine {
  key: string
  what: 'made' | 'changed' | 'deleted' | 'back'
  by: string
  /** By the clock of the device; null: it did not say. ms since 1970. */
  made: number | null
  /** By the clock of the server; null: it may not have it yet. */
  received: number | null
  fields: ChangedField[]
  after: Fields | null
}

export interface Told {
  entries: readonly HistoryEntry[]
  own: readonly OwnChange[]
  /** The server has been asked, and has answered. */
  isTold: boolean
  /** There is nothing before the last of the entries. */
  isWhole: boolean
  /** The user name of whoever sits here. */
  me: string
}

type Step = Omit<HistoryLine, 'what' | 'fields'> & { before: Fields | null }

/** Newest first. Of what was sent from here the server tells, once it has. */
export function linesOf(kind: Kind, { entries, own, isTold, isWhole, me }: Told): HistoryLine[] {
  const told = new Set(entries.map(({ id }) => id))
  const newest = entries[0]?.version ?? 0
  const untold = own.filter(
    ({ id, version }) => id === null || (!told.has(id) && (!isTold || version === null || version > newest)),
  )
  const steps: Step[] = [
    ...untold.map(({ id, version, at, before, after }, index) => ({
      ...{ key: id ?? `own ${own.length - index}`, by: me, before, after, made: at },
      received: version === null ? null : at,
    })),
    ...entries.map(({ id, by, made, at, before, after }) => ({
      ...{ key: id, by, before, after, received: Date.parse(at) },
      made: made === null ? null : Date.parse(made),
    })),
  ]
  const lines = steps.map((step, index) => lineOf(kind, step, steps[index + 1]))
  // Whether the last was made or brought back, only what came before it says.
  return isTold && !isWhole && steps.at(-1)?.before === null ? lines.slice(0, -1) : lines
}

/** ms since 1970: when the server took it, or else when it was made. */
export function atOf({ made, received }: HistoryLine): number {
  return received ?? made ?? 0
}

function lineOf(kind: Kind, { before, ...step }: Step, older: Step | undefined): HistoryLine {
  const { after } = step
  const what = !after ? 'deleted' : before ? 'changed' : older ? 'back' : 'made'
  // What comes back is compared with what was deleted.
  return { ...step, what, fields: after ? changedFields(kind, before ?? older?.before ?? {}, after) : [] }
}

function changedFields(kind: Kind, before: Fields, after: Fields): ChangedField[] {
  return visibleFields(kind, 'history').flatMap(field => {
    const [was, is] = [before[field.name], after[field.name]]
    const isSame = equalValues(was, is) || (isBlank(was) && isBlank(is))
    return isSame ? [] : [{ field, before: was, after: is }]
  })
}

/** [HI6] What of a record would have to change for it to be so again; null: nothing. */
export function wayBack(kind: Kind, now: Fields, then: Fields | null): Fields | null {
  if (!then) return null
  const names = fillable(kind).map(({ name }) => name)
  const other = names.filter(name => Object.hasOwn(then, name) && !equalValues(now[name], then[name]))
  return other.length > 0 ? Object.fromEntries(other.map(name => [name, then[name] ?? null])) : null
}

/** Minutes by which two clocks may differ before that is worth a word. */
const noticeableMinutes = 2

/** It was on its way for so long, or the device's clock is wrong: either is said. */
export function isNoticeable(made: number, received: number): boolean {
  return Math.abs(received - made) > noticeableMinutes * 60_000
}

export function mergedTitles(one: Titles, other: Titles): Titles {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...names].map(name => [name, { ...one[name], ...other[name] }]))
}
