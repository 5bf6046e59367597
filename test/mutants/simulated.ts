/** Mutants that seeded runs must catch: each is a way in which systems like this one have lost or doubled work. */
import { onAnswers } from './on-answers.ts'
import { onClient } from './on-client.ts'
import { onServer } from './on-server.ts'
import type { Mutant } from './mutant.ts'

export const simulated: readonly Mutant[] = [...onServer, ...onClient, ...onAnswers]
