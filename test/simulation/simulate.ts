/** One seed from beginning to end: people work, things break, everything heals, and then it must be right. */
import { Chaos } from './chaos.ts'
import { Healing, wordsOf } from './healing.ts'
import type { Backend } from './server.ts'
import { SimulatedWorld } from './world.ts'

export interface SimulateOptions {
  seed: number
  steps: number
  backend: Backend
}

export interface Outcome {
  seed: number
  /** Empty: everything held. */
  broken: string[]
  story: string[]
}

export async function simulate({ seed, steps, backend }: SimulateOptions): Promise<Outcome> {
  const chaos = new Chaos(seed)
  const restoreGlobals = chaos.install()
  const world = new SimulatedWorld(chaos, backend)
  const broken: string[] = []
  try {
    await world.begin()
    for (let step = 0; step < steps && broken.length === 0; step++) broken.push(...(await world.step(step)))
    if (broken.length === 0) broken.push(...(await new Healing(world).healAndCheck()))
  } catch (error) {
    broken.push(wordsOf(error))
  } finally {
    restoreGlobals()
    await world.end()
  }
  return { seed, broken, story: chaos.story }
}
