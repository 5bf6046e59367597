/** `npm run sim`: seeded runs of the whole system under faults. */
import { cpus } from 'node:os'
import { given, run, UsageError } from '../../server/commands/command.ts'
import { simulated } from '../mutants/simulated.ts'
import { databaseNamed } from './backends.ts'
import { measuresNamed, retelling, runSeed, runSeeds, seedsFrom, type Setting } from './seeds.ts'

const count = { type: 'string', value: 'n' } as const
const seed = { type: 'string', value: 'seed' } as const
const isOn = { type: 'boolean', default: false } as const

const call = {
  name: 'sim',
  about: 'Runs the whole system under faults, each run as its seed has it.',
  calls: [
    ['--runs 2000', 'so many of them'],
    ['--seed <n>', 'one of them, told as a story'],
    ['--mutants [<name>]…', 'puts known bugs in, and counts the seeds until each is caught'],
  ],
  options: {
    runs: { ...count, default: '200', about: 'how many' },
    steps: { ...count, default: '100', about: 'steps of each' },
    from: { ...seed, default: '1', about: 'the first seed' },
    seed: { ...seed, about: 'this one alone' },
    database: { type: 'string', value: 'name', default: 'sqlite', about: 'sqlite, pglite or postgres' },
    measures: { type: 'string', value: 'name', default: 'small', about: 'small or full' },
    jobs: { ...count, default: String(cpus().length), about: 'runs side by side' },
    mutants: { ...isOn, about: 'known bugs' },
    stop: { ...isOn, about: 'ends with the first run that fails' },
  },
  words: Infinity,
} as const
const { values, words } = given(call)
const from = Number(values.from)
const jobs = Math.max(1, Number(values.jobs))
const database = databaseNamed(values.database)
const measures = measuresNamed(values.measures)
const world: Setting = {
  steps: Number(values.steps),
  database,
  measures,
}

/** Seeds that a mutant has to be caught within. */
const huntedSeeds = 1_000

async function replay(seed: number): Promise<boolean> {
  const { broken, story } = await runSeed(seed, world)
  for (const line of story) console.log(line)
  for (const line of broken) console.log(`BROKEN ${line}`)
  return broken.length === 0
}

async function runMany(runs: number): Promise<boolean> {
  const options = { ...world, seeds: seedsFrom(from, runs), jobs, stop: values.stop }
  const { done, failed, seconds } = await runSeeds(options, ({ seed, broken }) =>
    console.log(`${retelling(seed, world)}\n    ${broken.slice(0, 3).join('\n    ').slice(0, 600)}`),
  )
  console.log(
    `${done} runs of ${world.steps} steps on ${database}, ${measures} measures, seeds from ${from}: ${failed} failed, ${seconds.toFixed(1)} s, ${jobs} jobs`,
  )
  // With no failure in N runs, the failure rate is below 3/N with 95 % confidence.
  if (failed === 0) console.log(`no failure: below 3/${done} = ${(3 / done).toExponential(1)} a run (95 %)`)
  return failed === 0
}

/** How many seeds each mutant survives, one a process. */
async function hunt(names: string[]): Promise<boolean> {
  const waiting = [...names]
  const survivors: string[] = []
  async function worker(): Promise<void> {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const options = { ...world, seeds: seedsFrom(from, huntedSeeds), jobs: 1, stop: true, mutants: name }
      let how = ''
      const { done, failed, seconds } = await runSeeds(options, ({ broken }) => (how = broken[0] ?? ''))
      if (failed === 0) survivors.push(name)
      const line = `${failed === 0 ? 'survives' : 'caught by seed'} ${done}, ${seconds.toFixed(0)} s: ${how.split('\n')[0]?.slice(0, 90)}`
      console.log(`${name.padEnd(26)} ${line}`)
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  console.log(
    `${names.length - survivors.length} of ${names.length} caught${survivors.map(each => `; not ${each}`).join('')}`,
  )
  return survivors.length === 0
}

const allNames = [...new Set(simulated.map(({ name }) => name))]
await run(call, () => {
  if (words.length > 0 && !values.mutants) throw new UsageError('Names are for --mutants')
})
const isRight =
  values.seed !== undefined
    ? await replay(Number(values.seed))
    : values.mutants
      ? await hunt(words.length > 0 ? words : allNames)
      : await runMany(Number(values.runs))
process.exit(isRight ? 0 : 1)
