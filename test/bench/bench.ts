/**
 * npm run bench -- [--quick] [--sizes 10000,100000] [--repeat 5] [--only ours,dexie]
 * Without --quick it writes docs/benchmarks.md and the chief lines of the README; parts that were not measured again
 * stay as they were.
 * It fails when a subject stopped for another reason than being slow.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt, projectRoot } from '../../server/commands/build.ts'
import { provide, thisMachine } from '../browsers.ts'
import { cacheFolder } from './data.ts'
import { NotDone, patienceMs } from './patience.ts'
import { consoleTable } from './report.ts'
import { publish } from './publish.ts'
import { Results, type Sample } from './results.ts'
import { type Subject, subjects } from './subjects.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    repeat: { type: 'string' },
    only: { type: 'string' },
  },
})

const sizes = (values.sizes ?? (values.quick ? '10000' : '1000,10000,100000,1000000')).split(',').map(Number)
const repeats = Number(values.repeat ?? (values.quick ? 1 : 5))
const chosen = values.only?.split(',') ?? (values.quick ? ['ours'] : subjects.map(({ name }) => name))

const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim()
const isDirty = git('status', '--porcelain', '--', '.', ':!README.md', ':!docs') !== ''
const commit = git('rev-parse', '--short', 'HEAD') + (isDirty ? ' with changes' : '')

const chromium = provide('chromium', thisMachine)
const chromiumVersion = () => execFileSync(chromium, ['--version'], { encoding: 'utf8' }).trim()
ensureBuilt()
mkdirSync(cacheFolder, { recursive: true })
const results = new Results(join(cacheFolder, values.quick ? 'quick.json' : 'results.json'), commit)
console.log(`${sizes.join(', ')} records; ${chosen.join(', ')}; ${repeats} times; commit ${commit}`)

/** One repetition; whether the subject may go on. */
async function measure(subject: Subject, size: number): Promise<boolean> {
  const sample: Sample = {}
  const failure = await subject.measure(size, sample).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  results.add(subject.name, size, sample)
  if (!failure) return true
  console.error(failure.stack)
  results.stop(subject.name, size, failure.message)
  if (!(failure instanceof NotDone)) process.exitCode = 1
  return false
}

/** In turns: what else the machine does meanwhile then hits all subjects alike. */
async function measureInTurns(measured: readonly Subject[], size: number): Promise<void> {
  const spent = new Map(measured.map(subject => [subject, 0]))
  for (const { name } of measured) results.forget(name, size)
  for (let repeat = 1; repeat <= repeats; repeat++)
    for (const [subject, before] of spent) {
      if (before >= patienceMs) continue
      const startedAt = performance.now()
      const goesOn = await measure(subject, size)
      const ms = performance.now() - startedAt
      spent.set(subject, goesOn ? before + ms : Infinity)
      console.log(`${subject.name}, ${size} records, ${repeat} of ${repeats}: ${(ms / 1000).toFixed(0)} s`)
    }
}

for (const size of sizes) {
  const measured = subjects.filter(
    ({ name, from = 0, upTo = Infinity }) => chosen.includes(name) && size >= from && size <= upTo,
  )
  await measureInTurns(measured, size)
  const names = measured.map(({ name }) => name)
  console.log(consoleTable(results, size, names))
}
if (!values.quick) publish(results, subjects, chromiumVersion())
