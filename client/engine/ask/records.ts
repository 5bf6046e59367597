/** Questions about records: windows of a query, one record. The last results are kept for scrolling. */
import { fillable } from '../../../shared/metadata.ts'
import { knownFields } from '../../../shared/schema.ts'
import type { ValueWords } from '../../../shared/fields.ts'
import type { Language, Query, RecordView } from '../../contract.ts'
import type { Replica } from '../replica/replica.ts'
import type { Reader } from '../world.ts'
import { type Result, runQuery } from '../table/query.ts'
import type { Reading } from '../table/search.ts'
import { targetUid } from '../table/references.ts'
import { collateIn } from '../table/sort.ts'
import type { Address } from '../work/act.ts'
import { positionIn, rowOf, uidsOf, windowOf } from '../table/window.ts'

/** Pieces of what makes searches quicker, built between two breaths: about 10 ms of work. */
const piecesPerBreath = 64

/** Results kept: the list on screen, the pickers of a form; and others beside the newest, while they are no longer than this. */
const keptResults = 4
const keptRows = 1 << 20

interface Kept {
  of: string
  result: Result
}

/** The newest first. */
function worthKeeping([newest, ...others]: Kept[]): Kept[] {
  let left = keptRows
  const kept = others.slice(0, keptResults - 1).filter(({ result }) => (left -= result.order.length) >= 0)
  return newest ? [newest, ...kept] : kept
}

export function createReader(replica: Replica, language: Language): Reader {
  let reading = readingIn(replica, language)
  let results: Kept[] = []

  function resultOf(kind: string, query: Query): Result {
    const of = `${kind} ${revisionOf(replica)}`
    const question = JSON.stringify(query)
    const current = results.filter(each => each.of === of).map(({ result }) => result)
    const kept = current.find(each => JSON.stringify(each.query) === question)
    if (kept) return kept
    const result = runQuery(replica.table(kind), query, reading, current)
    results = worthKeeping([{ of, result }, ...results])
    return result
  }

  const windowIn = (kind: string, query: Query, offset: number, limit: number) =>
    windowOf(replica.table(kind), reading, resultOf(kind, query), { offset, limit })

  return {
    query: windowIn,
    first(kind, query, offset, limit) {
      const total = replica.countOf(kind)
      const laid = [...replica.table(kind).overlay.values()]
      // Unsent new records stand on top, and unsent deletes hide some of the newest.
      const onTop = laid.filter(({ fields, standsBy }) => fields && standsBy === null).length
      const hidden = laid.filter(({ fields }) => !fields).length
      const confirmed = Math.min(offset + limit, total) - onTop + hidden
      const isNewest = confirmed <= replica.newestHere(kind)
      const isBeginning = isPlain(query) && isNewest && replica.isPlaced(kind)
      const window = isBeginning ? windowIn(kind, query, offset, limit) : null
      const isFull = window?.rows.length === Math.max(0, Math.min(limit, total - offset))
      return window && isFull ? { ...window, total, all: total } : null
    },
    uids: (kind, query) => uidsOf(replica.table(kind), resultOf(kind, query)),
    locate: (kind, query, uid) => positionIn(replica.table(kind), resultOf(kind, query), uid),
    has: (kind, uid) => replica.isWhole || replica.isSettledAndRead(kind, uid),
    record: (kind, uid) => recordView(replica, reading, { kind, uid }),
    async warm(breathe) {
      let built = 0
      for (const table of replica.tables.values())
        for (const column of table.columns.values())
          while (column.prepare(reading.words)) if (++built % piecesPerBreath === 0) await breathe()
    },
    setLanguage(next) {
      for (const table of replica.tables.values()) table.forgetOrders()
      reading = readingIn(replica, next)
    },
  }
}

/** Asks for every record, newest first. */
function isPlain({ search, filters, sort, states }: Query): boolean {
  return search.trim() === '' && filters.length === 0 && sort.length === 0 && states.length === 0
}

/** References make any table's result depend on the others. */
function revisionOf(replica: Replica): number {
  let sum = 0
  for (const table of replica.tables.values()) sum += table.revision
  return sum
}

function recordView(replica: Replica, reading: Reading, { kind, uid }: Address): RecordView | null {
  const table = replica.table(kind)
  const shown = table.shown(uid)
  if (!shown?.fields) return null
  const references: Record<string, string> = {}
  for (const field of fillable(table.kind)) {
    const target = field.reference && targetUid(replica.tables, field, shown.fields[field.name])
    if (target && replica.table(field.reference?.kind ?? '').shown(target)) references[field.name] = target
  }
  const { id, version, by, at, changedAt, state } = shown
  // [PV6] A form must not send what it cannot show.
  const fields = knownFields(table.kind, shown.fields)
  return {
    ...rowOf(table.kind, reading, [], { uid, id, state, by, at, fields }),
    kind,
    version,
    references,
    changedAt,
    since: replica.works.newest,
  }
}

function readingIn(replica: Replica, { locale, yes, no }: Language): Reading {
  return {
    tables: replica.tables,
    words: { yes, no, dateTime: dateTimeIn(locale) },
    collate: collateIn(locale),
  }
}

/** As people there write it. The day is looked up once; there are far fewer days than values. */
export function dateTimeIn(locale: string): ValueWords['dateTime'] {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const days = new Map<string, string>()
  return value => {
    const day = value.slice(0, 10)
    let text = days.get(day)
    if (text === undefined) {
      text = `${format.format(new Date(`${day}T00:00:00Z`))} ${day.split('-').reverse().join('/')}`
      days.set(day, text)
    }
    return `${text} ${value.slice(11, 16)}`
  }
}
