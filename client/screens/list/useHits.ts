/** The hits of the list that a record was opened from, as the address says: which one stands before it, and which after. [UI32] */
import { useRoute } from 'vue-router'
import type { Kind } from '../../../shared/metadata.ts'
import { useContext } from '../context.ts'
import { fromUrl } from './list-query.ts'
import { useQueryOf } from './useQueryOf.ts'

/** By their uids; null: there is none. */
export interface Beside {
  before: string | null
  after: string | null
}

/** The place of the last record that was found: one that was changed may be no hit any more, and its neighbours stand. */
let last = { asked: '', index: 0 }

export function useHits(kind: Kind) {
  const { engine } = useContext()
  const route = useRoute()
  const query = useQueryOf(() => fromUrl(route.query, kind))

  return async function beside(uid: string): Promise<Beside> {
    const asked = JSON.stringify([kind.name, query.value, uid])
    const found = await engine.locate(kind.name, query.value, uid)
    if (found < 0 && last.asked !== asked) return { before: null, after: null }
    const index = found < 0 ? last.index : found
    last = { asked, index }
    const first = Math.max(0, index - 1)
    const { rows } = await engine.query(kind.name, query.value, first, 3)
    const at = (place: number) => rows[place - first]?.uid ?? null
    const after = at(found < 0 ? index : index + 1)
    return { before: index === 0 ? null : at(index - 1), after }
  }
}
