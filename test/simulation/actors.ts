/** What everybody in a run shares. */
import type { Chaos } from './chaos.ts'
import type { Intents } from './intents.ts'
import type { Mixture } from './mixture.ts'
import type { Repertoire } from './repertoire.ts'
import type { Sight } from './sight.ts'

export interface Actors {
  chaos: Chaos
  intents: Intents
  /** Every uid that was ever given out. */
  uids: Set<string>
  sight: Sight
  repertoire: Repertoire
  mixture: Mixture
  /** The server's. */
  clock(): number
}
