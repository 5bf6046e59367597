/** What everybody in a run shares. */
import type { Chaos } from './chaos.ts'
import type { Mixture } from './mixture.ts'
import type { Sight } from './sight.ts'
import type { Wanted } from './wanted.ts'

export interface Actors {
  chaos: Chaos
  wanted: Wanted
  /** Every uid that was ever given out. */
  uids: Set<string>
  sight: Sight
  mixture: Mixture
  /** The server's. */
  clock(): number
}
