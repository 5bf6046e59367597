/** The one record that somebody means by what was scanned, or typed and confirmed by Enter. */
import { type Kind, scannedFields } from '../../../shared/metadata.ts'
import type { Engine, Query } from '../../contract.ts'

/** More than one is as good as many. */
const neededHits = 2

/** What a reader may have read, in one word with a digit; null: it is words, or a question of the search language. */
export function codeIn(search: string): string | null {
  const code = search.trim()
  return /^[\p{L}\p{N}-]{4,}$/u.test(code) && /\d/.test(code) ? code : null
}

/** [UI93] The one record that has it as a whole in a scanned field, else the only hit; null: there is none, or more. */
export async function onlyHit(engine: Engine, kind: Kind, query: Query): Promise<string | null> {
  const code = codeIn(query.search)
  const fields = code === null ? [] : scannedFields(kind)
  const holding = fields.map(({ name: field }): Query => {
    const others = query.filters.filter(filter => filter.field !== field)
    return { ...query, search: '', filters: [...others, { field, op: 'is', value: code ?? '' }] }
  })
  const answers = [query, ...holding].map(each => engine.query(kind.name, each, 0, neededHits))
  const [hits, ...holders] = await Promise.all(answers)
  const owners = new Set(holders.flatMap(({ rows }) => rows.map(({ uid }) => uid)))
  if (owners.size === 1) return [...owners][0] ?? null
  return hits?.total === 1 ? (hits.rows[0]?.uid ?? null) : null
}
