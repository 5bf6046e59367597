/**
 * The order without a sort. Best matches first: a whole field before the start of a word, and that before the inside of
 * one, each by the weight of its field; equal ones, and all when nothing is searched, newest first. [SE8]
 */
import { typeOf, type ValueWords } from '../../../shared/fields.ts'
import { type Field, type Kind, weightOf } from '../../../shared/metadata.ts'
import type { Fields } from '../../../shared/record.ts'
import { fold } from '../../../shared/fold.ts'
import { counted } from './counted.ts'
import { compareStanding, inserted, matchingOf, oldestFirst, placeBefore } from './order.ts'
import { nameOf } from './references.ts'
import type { RowSet } from './row-set.ts'
import { fieldsOf, type PreparedTerm } from './search.ts'
import type { Shown, Table } from './table.ts'
import { fitIn } from './text-block.ts'

/** With more hits than anybody looks through, newest first serves as well and costs less. */
const rankedAtMost = 10_000

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
  const newestFirst = matchingOf(oldestFirst(table), matching).reverse()
  const isRanked = terms.length > 0 && newestFirst.length <= rankedAtMost
  const sought = isRanked ? terms.map(term => soughtFor(table.kind, term)) : []
  const fits = isRanked ? fitsOfRows(table, newestFirst, sought, words) : new Int32Array(newestFirst.length)
  const rows = byFit(newestFirst, fits)
  if (laid.length === 0) return rows
  const inOrder = fits.sort().reverse()
  const standing = (row: number, place: number): Standing => ({
    fit: inOrder[place] ?? 0,
    id: table.idAt(row),
  })
  const places = laid.map(({ fields, standsBy: id }, index) => {
    return { laid: index, own: { fit: fitOfFields(fields ?? {}, sought, words), id } }
  })
  // What was laid last is the newest of those without an id.
  const sorted = places.reverse().sort((a, b) => compare(a.own, b.own))
  return inserted(
    rows,
    sorted.map(({ laid, own }) => ({
      laid,
      place: placeBefore(rows, (row, place) => compare(own, standing(row, place)) < 0),
    })),
  )
}

/** Best first; equal ones as they were. */
function byFit(rows: Int32Array, fits: Int32Array): Int32Array {
  const best = fits.reduce((a, b) => Math.max(a, b), 0)
  return best === 0 ? rows : counted(rows, best + 1, (_, place) => best - (fits[place] ?? 0))
}

interface Sought {
  term: PreparedTerm
  /** Those that weigh most first: what they hold, the others cannot outweigh. */
  fields: Field[]
}

function soughtFor(kind: Kind, term: PreparedTerm): Sought {
  return { term, fields: fieldsOf(kind, term).toSorted((a, b) => weightOf(b) - weightOf(a)) }
}

/** Column by column: a page in which none holds the word is looked at once. */
function fitsOfRows(table: Table, rows: Int32Array, sought: Sought[], words: ValueWords): Int32Array {
  const sums = new Int32Array(rows.length)
  for (const { term, fields } of sought) {
    const weights = new Int32Array(rows.length)
    for (const field of fields)
      table.columns.get(field.name)?.weigh({ rows, weights }, weightOf(field), term.text, words)
    for (const { field, names } of term.references) {
      const column = table.columns.get(field.name)
      for (let place = 0; place < rows.length; place++)
        if ((weights[place] ?? 0) < weightOf(field) && names.has(nameOf(column?.at(rows[place] ?? 0))))
          weights[place] = weightOf(field)
    }
    for (let place = 0; place < rows.length; place++) sums[place] = (sums[place] ?? 0) + (weights[place] ?? 0)
  }
  return sums
}

function fitOfFields(fields: Fields, sought: Sought[], words: ValueWords): number {
  let sum = 0
  for (const { term, fields: searched } of sought) {
    let best = 0
    for (const field of searched) {
      const text = fold(typeOf(field).searchText(fields[field.name] ?? null, words))
      best = Math.max(best, weightOf(field) * fitIn(text, term.text))
    }
    // The title of a record referred to counts as the inside of a word.
    for (const { field, names } of term.references)
      if (best < weightOf(field) && names.has(nameOf(fields[field.name]))) best = weightOf(field)
    sum += best
  }
  return sum
}
