/** Bugs that seeded runs must catch: each is a way in which systems like this one have lost or doubled work. */
import { onAnswers } from './on-answers.ts'
import { onClient } from './on-client.ts'
import { onServer } from './on-server.ts'
import type { Planted } from './planted.ts'

export const simulated: readonly Planted[] = [...onServer, ...onClient, ...onAnswers]
