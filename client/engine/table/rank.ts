/**
 * The order without a sort. Best matches first: a whole field before the start of a word, and that before the inside of
 * one, each by the weight of its field; equal ones, and all when nothing is searched, newest first. [SE8]
 */
import { typeOf, type ValueWords } from '../../../shared/fields.ts'
import { type Field, weightOf } from '../../../shared/metadata.ts'
import type { Fields } from '../../../shared/record.ts'
import { fold } from '../../../shared/fold.ts'
import { compareStanding, inserted, matchingOf, oldestFirst, placeBefore } from './order.ts'
import { nameOf } from './references.ts'
import type { RowSet } from './row-set.ts'
import { fieldsOf, type PreparedTerm } from './search.ts'
import type { Shown, Table } from './table.ts'
import { blockOf, fitOf } from './text-block.ts'

/** With more hits than anybody looks through, newest first serves as well and costs less. */
const rankedAtMost = 2_000

interface Found {
  laid: Shown[]
  matching: RowSet
  terms: PreparedTerm[]
}

interface Standing {
  fit: number
  /** null: not numbered yet, so newer than all that are. */
  id: string | null
}

function compare(a: Standing, b: Standing): number {
  return b.fit - a.fit || compareStanding(b.id, a.id)
}

/** Settled and unsettled records are ranked alike, so that none moves by being changed or sent. */
export function arranged(table: Table, { laid, matching, terms }: Found, words: ValueWords): Int32Array {
  const hits = matching.rows()
  const isRanked = terms.length > 0 && hits.length <= rankedAtMost
  const standings = new Map<number, Standing>()
  if (isRanked)
    for (const row of hits)
      standings.set(row, { fit: fitOfRow(table, row, terms, words), id: table.idAt(row) })
  const standing = (row: number) => standings.get(row) ?? { fit: 0, id: table.idAt(row) }
  const rows = isRanked
    ? hits.sort((a, b) => compare(standing(a), standing(b)))
    : matchingOf(oldestFirst(table), matching).reverse()
  const places = laid.map((shown, index) => {
    const fit = isRanked ? fitOfFields(table, shown.fields ?? {}, terms, words) : 0
    return { laid: index, own: { fit, id: shown.id } }
  })
  // What was laid last is the newest of those without an id.
  const sorted = places.reverse().sort((a, b) => compare(a.own, b.own))
  return inserted(
    rows,
    sorted.map(({ laid, own }) => ({
      laid,
      place: placeBefore(rows, row => compare(own, standing(row)) < 0),
    })),
  )
}

function fitOfRow(table: Table, row: number, terms: PreparedTerm[], words: ValueWords): number {
  return fitBy(table, terms, {
    fit: (field, text) => table.columns.get(field.name)?.fit(row, text, words) ?? 0,
    nameIn: field => nameOf(table.columns.get(field.name)?.at(row)),
  })
}

function fitOfFields(table: Table, fields: Fields, terms: PreparedTerm[], words: ValueWords): number {
  return fitBy(table, terms, {
    fit: (field, text) =>
      fitOf(blockOf([fold(typeOf(field).searchText(fields[field.name] ?? null, words))]), 0, text),
    nameIn: field => nameOf(fields[field.name]),
  })
}

interface Measured {
  fit(field: Field, text: string): number
  nameIn(field: Field): string
}

function fitBy({ kind }: Table, terms: PreparedTerm[], { fit, nameIn }: Measured): number {
  let sum = 0
  for (const term of terms) {
    let best = 0
    for (const field of fieldsOf(kind, term)) best = Math.max(best, weightOf(field) * fit(field, term.text))
    // The title of a record referred to counts as the inside of a word.
    for (const { field, names } of term.references)
      if (names.has(nameIn(field))) best = Math.max(best, weightOf(field))
    sum += best
  }
  return sum
}
