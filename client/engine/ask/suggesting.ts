/** What lies near a search that finds nothing, while somebody types on. [SE41] */
import { AppError } from '../../../shared/errors.ts'
import type { Query } from '../../contract.ts'
import type { User } from '../world.ts'

/** Only the last question is answered: who types on is not kept waiting. */
export function suggesting() {
  let newest = 0
  return async (whole: Promise<User>, kind: string, query: Query): Promise<string[]> => {
    const own = ++newest
    const user = await whole
    try {
      const { suggested } = await user.world.suggesting()
      return await suggested(user, kind, query, () => own === newest)
    } catch (error) {
      // The rest of the app could not be fetched yet: the search is answered without.
      if (error instanceof AppError) return []
      throw error
    }
  }
}
