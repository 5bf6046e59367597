/** What a server is asked to do, and how fast it does it. */
import { kinds } from '../../../shared/kinds.ts'
import type { Mutation, PushAnswer } from '../../../shared/protocol.ts'
import { demoMutations } from '../../../server/demo/generate.ts'
import type { Sample } from '../results.ts'
import { quantile } from '../statistics.ts'
import { type Hosts, peakMemory } from './hosts.ts'
import { cursorOf, type Door, listen, pull, push, pushBodies } from './requests.ts'

/** Records pushed per batch size: enough to last a second or more. */
const pushed: Record<number, number> = { 1: 400, 20: 8000, 500: 20_000 }

/** As many as keep a server busy, and no more. */
const writers = 4
const listeners = 50
/** Clients that pull at once, and how often one pulls everything again. */
export const pullsTogether = 4
const pullsAgain = 3

/** Creations that no other call has made. */
export function creations(count: number, seed: string): Mutation[] {
  return [...demoMutations(kinds, { seed, counts: { device: 1, record_a: count - 1 } })]
}

/** Of every mutation. Looked at after the clock: reading the answers would take time from the server. */
function checkApplied(answers: readonly string[], mutations: number): void {
  const results = answers.flatMap(answer => (JSON.parse(answer) as PushAnswer).results)
  const other = results.find(({ outcome }) => outcome !== 'applied')
  if (other) throw new Error(JSON.stringify(other).slice(0, 300))
  if (results.length !== mutations) throw new Error(`${results.length} of ${mutations} were answered`)
}

/** That many writers, each of whom sends one after the other, through the next door; ms for each. */
async function send(
  doors: readonly Door[],
  bodies: readonly string[],
  writers: number,
): Promise<{ answers: string[]; took: number[] }> {
  const answers: string[] = []
  const took: number[] = []
  let next = 0
  async function write(): Promise<void> {
    for (let index = next++; index < bodies.length; index = next++) {
      const at = performance.now()
      answers.push(await push(doors[index % doors.length] as Door, bodies[index] ?? ''))
      took.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return { answers, took }
}

export async function pushing({ doors }: Hosts, sample: Sample): Promise<void> {
  for (const [batch, count] of Object.entries(pushed)) {
    const all = creations(count, `${Date.now()}/${batch}`)
    // The device first, or what is sent beside it would refer to nothing.
    checkApplied((await send(doors, pushBodies(all.slice(0, 1), 1), 1)).answers, 1)
    const bodies = pushBodies(all.slice(1), Number(batch))
    const at = performance.now()
    const { answers } = await send(doors, bodies, writers)
    const seconds = (performance.now() - at) / 1000
    checkApplied(answers, count - 1)
    sample[`pushes-${batch}`] = bodies.length / seconds
    sample[`mutations-${batch}`] = (count - 1) / seconds
  }
}

export async function pulling({ doors, pids }: Hosts, records: number, sample: Sample): Promise<void> {
  const [door] = doors as [Door]
  const [pid] = pids as [number]
  const timed = async <T>(run: () => Promise<T>): Promise<[T, number]> => {
    const at = performance.now()
    return [await run(), (performance.now() - at) / 1000]
  }
  const before = peakMemory(pid)
  const [all, seconds] = await timed(() => pull(door))
  const after = peakMemory(pid)
  sample['changes-all'] = records / seconds
  sample['changes-memory'] = after - before
  for (let again = 0; again < pullsAgain; again++) await pull(door)
  sample['changes-memory-again'] = peakMemory(pid) - after

  const [plain, plainSeconds] = await timed(() => pull(door, { isZipped: false }))
  sample['changes-plain'] = records / plainSeconds
  const clients = Array.from({ length: pullsTogether }, (_, index) => doors[index % doors.length] as Door)
  const [together, togetherSeconds] = await timed(() => Promise.all(clients.map(each => pull(each))))
  sample['changes-together'] = (records * pullsTogether) / togetherSeconds
  for (const each of [plain, ...together]) cursorOf(each)

  const news = creations(1000, `news/${Date.now()}`)
  checkApplied((await send([door], pushBodies(news, 500), 1)).answers, news.length)
  const cursor = cursorOf(all)
  const [, changedSeconds] = await timed(() => pull(door, { cursor }))
  sample['changes-1000'] = changedSeconds * 1000
}

/** Small pushes, one at a time, while fifty clients listen. */
export async function poking({ doors }: Hosts, sample: Sample): Promise<void> {
  const open = await Promise.all(
    Array.from({ length: listeners }, (_, index) => listen(doors[index % doors.length] as Door)),
  )
  const mutations = creations(2000, `poke/${Date.now()}`)
  const { answers, took } = await send(doors.slice(0, 1), pushBodies(mutations, 20), 1)
  for (const end of open) end()
  checkApplied(answers, mutations.length)
  sample['poked-p50'] = quantile(took, 0.5)
  sample['poked-p99'] = quantile(took, 0.99)
}
