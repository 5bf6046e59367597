/** Every scenario there is, by name. */
import { agreement } from './agreement.ts'
import { failover } from './failover.ts'
import { cuts } from './cuts.ts'
import { floods } from './floods.ts'
import { flush, flushPostgres, flushTogether } from './flush.ts'
import { fuzz } from './fuzz.ts'
import { justSignedIn } from './just-signed-in.ts'
import { killBrowser } from './kill-browser.ts'
import { killedUpgrade } from './killed-upgrade.ts'
import { killPostgres } from './kill-postgres.ts'
import { killServer } from './kill-server.ts'
import { manyServers, manyServersSequence } from './many-servers.ts'
import type { Scenario } from './scenario.ts'
import { soak } from './soak.ts'
import { storageFaults } from './storage-faults.ts'

export const scenarios: readonly Scenario[] = [
  killServer,
  killPostgres,
  failover,
  flush,
  flushTogether,
  flushPostgres,
  manyServers,
  manyServersSequence,
  fuzz,
  agreement,
  cuts,
  justSignedIn,
  killBrowser,
  killedUpgrade,
  storageFaults,
  ...floods,
  soak,
]
