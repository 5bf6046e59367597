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

/** As well as a text can hold what is wanted: as a whole. */
const bestFit = 3

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
  const fits = new Map<number, number>()
  if (isRanked) for (const row of newestFirst) fits.set(row, fitOfRow(table, row, sought, words))
  const rows = byFit(newestFirst, fits)
  const standing = (row: number): Standing => ({ fit: fits.get(row) ?? 0, id: table.idAt(row) })
  const places = laid.map(({ fields, standsBy: id }, index) => {
    return { laid: index, own: { fit: fitOfFields(fields ?? {}, sought, words), id } }
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

/** Best first; equal ones as they were. */
function byFit(rows: Int32Array, fits: ReadonlyMap<number, number>): Int32Array {
  let best = 0
  for (const fit of fits.values()) best = Math.max(best, fit)
  return best === 0 ? rows : counted(rows, best + 1, row => best - (fits.get(row) ?? 0))
}

interface Sought {
  term: PreparedTerm
  /** Those that weigh most first: what they hold, the others cannot outweigh. */
  fields: Field[]
}

function soughtFor(kind: Kind, term: PreparedTerm): Sought {
  return { term, fields: fieldsOf(kind, term).toSorted((a, b) => weightOf(b) - weightOf(a)) }
}

function fitOfRow(table: Table, row: number, sought: Sought[], words: ValueWords): number {
  return fitBy(sought, {
    fit: (field, text) => table.columns.get(field.name)?.fit(row, text, words) ?? 0,
    nameIn: field => nameOf(table.columns.get(field.name)?.at(row)),
  })
}

function fitOfFields(fields: Fields, sought: Sought[], words: ValueWords): number {
  return fitBy(sought, {
    fit: (field, text) => fitIn(fold(typeOf(field).searchText(fields[field.name] ?? null, words)), text),
    nameIn: field => nameOf(fields[field.name]),
  })
}

interface Measured {
  fit(field: Field, text: string): number
  nameIn(field: Field): string
}

function fitBy(sought: Sought[], { fit, nameIn }: Measured): number {
  let sum = 0
  for (const { term, fields } of sought) {
    let best = 0
    for (const field of fields) {
      const weight = weightOf(field)
      if (best >= weight * bestFit) break
      best = Math.max(best, weight * fit(field, term.text))
    }
    // The title of a record referred to counts as the inside of a word.
    for (const { field, names } of term.references)
      if (best < weightOf(field) && names.has(nameIn(field))) best = weightOf(field)
    sum += best
  }
  return sum
}
