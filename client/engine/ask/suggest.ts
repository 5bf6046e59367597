/** *Did you mean*: searches that have hits, where one of its words has none. Loaded when a search finds nothing. [SE41] */
import { fold } from '../../../shared/fold.ts'
import type { Query } from '../../contract.ts'
import type { Table } from '../table/table.ts'
import type { User } from '../world.ts'
import { distanceToStart, limitFor } from './near-words.ts'

const mostSuggested = 2
/** Nearest ones of which is asked whether they have hits. */
const mostAsked = 12
/** Looked through between two breaths: some 10 ms. */
const pagesPerBreath = 4
/** Among millions of records, those that are looked through by then will do. */
const patienceMs = 1_500

interface Near {
  /** As it stands somewhere. */
  word: string
  distance: number
  count: number
}

/** `isWanted`: false once something else is asked. */
export async function suggested(
  { replica, reader, world }: User,
  kind: string,
  query: Query,
  isWanted: () => boolean,
): Promise<string[]> {
  const hasHits = (asked: Query) => reader.query(kind, asked, 0, 1).total > 0
  // Of phrases and fields that are named, people know what they want.
  const words = query.search.split(/\s+/).filter(word => word && !/[":]/.test(word))
  const missing = words.find(search => !hasHits({ search, filters: [], sort: [], states: [] }))
  if (missing === undefined || limitFor(fold(missing)) === 0 || !/\p{L}/u.test(missing)) return []
  const near = new NearWords(fold(missing))
  const until = world.now() + patienceMs
  for (const { table, names } of placesOf(replica.tables, replica.table(kind))) {
    for (let page = 0; page < table.pages.length && world.now() < until; page += pagesPerBreath) {
      for (const name of names) near.look(table, name, { from: page, to: page + pagesPerBreath })
      await world.pause(0)
      if (!isWanted()) return []
    }
    for (const { fields } of table.overlay.values()) for (const name of names) near.take(fields?.[name])
  }
  const parts = query.search.split(/(\s+)/)
  const searches = near
    .best(mostAsked)
    .map(({ word }) => parts.map(part => (part === missing ? word : part)).join(''))
  const found: string[] = []
  for (const search of searches)
    if (found.length < mostSuggested && hasHits({ ...query, search })) found.push(search)
  return found
}

/** The kind's own texts, and the titles of what it refers to; no secret is ever suggested. */
function* placesOf(
  tables: ReadonlyMap<string, Table>,
  table: Table,
): Generator<{ table: Table; names: string[] }> {
  const searched = table.kind.fields.filter(({ searchable, secret }) => searchable && !secret)
  yield { table, names: searched.filter(({ base }) => base.type === 'string').map(({ name }) => name) }
  for (const { reference } of searched) {
    const target = reference && tables.get(reference.kind)
    if (target) yield { table: target, names: [target.kind.title] }
  }
}

class NearWords {
  private readonly typed: string
  private readonly limit: number
  /** By their folded form; null: too far. */
  private readonly known = new Map<string, Near | null>()

  constructor(typed: string) {
    this.typed = typed
    this.limit = limitFor(typed)
  }

  look(table: Table, name: string, { from, to }: { from: number; to: number }): void {
    const column = table.columns.get(name)
    for (let page = from; page < to; page++)
      for (const value of column?.valuesOf(page) ?? []) this.take(value)
  }

  take(value: unknown): void {
    if (typeof value !== 'string') return
    for (const word of value.split(/[^\p{L}\p{M}\p{N}'’-]+/u)) {
      if (!/\p{L}/u.test(word)) continue
      const folded = fold(word)
      let near = this.known.get(folded)
      if (near === undefined) this.known.set(folded, (near = this.nearOf(word, folded)))
      if (near) near.count++
    }
  }

  best(count: number): Near[] {
    const near = [...this.known.values()].filter(each => each !== null)
    return near.sort((a, b) => a.distance - b.distance || b.count - a.count).slice(0, count)
  }

  private nearOf(word: string, folded: string): Near | null {
    const distance = distanceToStart(this.typed, folded, this.limit)
    return distance <= this.limit ? { word, distance, count: 0 } : null
  }
}
