/** What a server is asked to do, and how fast it does it. */
import { kinds } from '../../../shared/kinds.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import { demoMutations } from '../../../server/demo/generate.ts'
import type { Sample } from '../results.ts'
import { quantile } from '../statistics.ts'
import { type Hosts, peakMemory } from './hosts.ts'
import { type Door, listen, pull, push, pushBodies } from './requests.ts'

/** Records pushed per batch size: enough to last a second or more. */
const pushed: Record<number, number> = { 1: 400, 20: 8000, 500: 20_000 }

/** As many as keep a server busy, and no more. */
const writers = 4
const listeners = 50
const pulls = 4

/** Creations that no other call has made. */
export function creations(count: number, seed: string): Mutation[] {
  return [...demoMutations(kinds, { seed, counts: { device: 1, record_a: count - 1 } })]
}

/** Sends them one after the other, each through the next door; ms per request. */
async function sendAll(doors: readonly Door[], bodies: readonly string[]): Promise<number[]> {
  const took: number[] = []
  let next = 0
  async function write(): Promise<void> {
    for (let index = next++; index < bodies.length; index = next++) {
      const at = performance.now()
      const answer = await push(doors[index % doors.length] as Door, bodies[index] ?? '')
      took.push(performance.now() - at)
      if (!answer.includes('"applied"')) throw new Error(answer.slice(0, 300))
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return took
}

export async function pushing({ doors }: Hosts, sample: Sample): Promise<void> {
  for (const [batch, count] of Object.entries(pushed)) {
    const all = creations(count, `${Date.now()}/${batch}`)
    // The device first, or what is sent beside it would refer to nothing.
    await push(doors[0] as Door, pushBodies(all.slice(0, 1), 1)[0] ?? '')
    const bodies = pushBodies(all.slice(1), Number(batch))
    const at = performance.now()
    await sendAll(doors, bodies)
    const seconds = (performance.now() - at) / 1000
    sample[`pushes-${batch}`] = bodies.length / seconds
    sample[`mutations-${batch}`] = (all.length - 1) / seconds
  }
}

export async function pulling({ doors, pids }: Hosts, records: number, sample: Sample): Promise<void> {
  const [door] = doors as [Door]
  const before = Math.max(...pids.map(peakMemory))
  const at = performance.now()
  const { cursor } = await pull(door)
  sample['changes-all'] = (records / (performance.now() - at)) * 1000
  sample['changes-memory'] = Math.max(...pids.map(peakMemory)) - before

  const together = performance.now()
  await Promise.all(Array.from({ length: pulls }, (_, index) => pull(doors[index % doors.length] as Door)))
  sample['changes-together'] = ((records * pulls) / (performance.now() - together)) * 1000

  const news = creations(1000, `news/${Date.now()}`)
  await push(door, pushBodies(news.slice(0, 500), 500)[0] ?? '')
  await push(door, pushBodies(news.slice(500), 500)[0] ?? '')
  const changedAt = performance.now()
  await pull(door, cursor)
  sample['changes-1000'] = performance.now() - changedAt
}

/** Small pushes, one at a time, while fifty clients listen. */
export async function poking({ doors }: Hosts, sample: Sample): Promise<void> {
  const open = await Promise.all(
    Array.from({ length: listeners }, (_, index) => listen(doors[index % doors.length] as Door)),
  )
  const took: number[] = []
  for (const body of pushBodies(creations(2000, `poke/${Date.now()}`), 20)) {
    const at = performance.now()
    await push(doors[0] as Door, body)
    took.push(performance.now() - at)
  }
  for (const end of open) end()
  sample['poked-p50'] = quantile(took, 0.5)
  sample['poked-p99'] = quantile(took, 0.99)
}
