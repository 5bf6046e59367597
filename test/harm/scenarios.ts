/** Every harm there is, by name. */
import { killPostgres } from './kill-postgres.ts'
import { killServer } from './kill-server.ts'
import type { Scenario } from './scenario.ts'

export const scenarios: readonly Scenario[] = [killServer, killPostgres]
