/** npm run sim -- --runs 2000 --steps 100 | --seed S | --planted [name] */
import { spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { simulated } from '../planted/simulated.ts'
import { sqliteBackend } from './server.ts'
import { simulate } from './simulate.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '200' },
    steps: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    planted: { type: 'boolean', default: false },
    /** Stop at the first failing seed. */
    stop: { type: 'boolean', default: false },
  },
})
const steps = Number(values.steps)

async function replay(seed: number): Promise<boolean> {
  const { broken, story } = await simulate({ seed, steps, backend: await sqliteBackend() })
  for (const line of story) console.log(line)
  for (const line of broken) console.log(`BROKEN ${line}`)
  return broken.length === 0
}

async function runMany(from: number, runs: number): Promise<boolean> {
  const backend = await sqliteBackend()
  const startedAt = performance.now()
  let failed = 0
  let done = 0
  while (done < runs && !(values.stop && failed > 0)) {
    const seed = from + done++
    const { broken } = await simulate({ seed, steps, backend })
    if (broken.length === 0) continue
    failed++
    console.log(`seed ${seed}: ${broken.slice(0, 3).join('\n    ').slice(0, 600)}`)
  }
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`${done} runs of ${steps} steps from seed ${from}, ${failed} failed, ${seconds.toFixed(1)} s`)
  // With no failure in N runs, the failure rate is below 3/N with 95 % confidence.
  if (failed === 0) console.log(`no failure: below ${(3 / done).toExponential(1)} a run (95 %)`)
  return failed === 0
}

/** How many seeds each planted bug survives, in processes of their own. */
async function hunt(names: string[]): Promise<boolean> {
  const waiting = [...names]
  const survivors: string[] = []
  async function worker(): Promise<void> {
    for (let name = waiting.shift(); name; name = waiting.shift()) {
      const line = await seedsUntilCaught(name)
      if (!/, 1 failed,/.test(line)) survivors.push(name)
      console.log(`${name.padEnd(26)} ${line}`)
    }
  }
  await Promise.all(cpus().map(worker))
  console.log(
    `${names.length - survivors.length} of ${names.length} caught${survivors.map(each => `; not ${each}`).join('')}`,
  )
  return survivors.length === 0
}

function seedsUntilCaught(name: string): Promise<string> {
  const loader = join(import.meta.dirname, '..', 'planted', 'loader.ts')
  const args = ['--import', loader, import.meta.filename, '--stop', '--runs', '1000', '--from', values.from]
  const child = spawn(process.execPath, args, { env: { ...process.env, PLANTED: name } })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise(resolve => {
    child.on('close', () =>
      resolve(/^\d+ runs.*$/m.exec(output)?.[0] ?? `did not run: ${output.slice(-300)}`),
    )
  })
}

const allNames = [...new Set(simulated.map(bug => bug.name))]
const isRight =
  values.seed !== undefined
    ? await replay(Number(values.seed))
    : values.planted
      ? await hunt(positionals.length > 0 ? positionals : allNames)
      : await runMany(Number(values.from), Number(values.runs))
process.exit(isRight ? 0 : 1)
