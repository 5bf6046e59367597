/** Mutants that seeded runs must catch: each is a way in which systems like this one have lost or doubled work. */
import { onClient } from './on-client.ts'
import { onScopes } from './on-scopes.ts'
import { onServer } from './on-server.ts'
import { onWork } from './on-work.ts'
import type { Mutant } from './mutant.ts'

export const simulated: readonly Mutant[] = [...onServer, ...onScopes, ...onClient, ...onWork]
