/** Every harm there is, by name. */
import { killServer } from './kill-server.ts'
import type { Scenario } from './scenario.ts'

export const scenarios: readonly Scenario[] = [killServer]
