/**
 * `npm run bench`. Each subject has its sizes; --only with --sizes measures just that. Without --quick it writes docs/benchmarks.md and the chief lines of the README; parts that were not measured again
 * stay as they were.
 * It fails when a subject stopped for another reason than being slow.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, projectRoot } from '../../server/commands/build.ts'
import { given } from '../../server/commands/command.ts'
import { provide, thisMachine } from '../browsers.ts'
import { cacheFolder } from './data.ts'
import { NotDone, patience, patienceMs, repeatedMs } from './patience.ts'
import { consoleTable, format, medianOf } from './report.ts'
import { publish } from './publish.ts'
import { Results, type Sample } from './results.ts'
import { allSizes, repeatsOf, type Subject, subjects } from './subjects.ts'

const { values } = given({
  name: 'bench',
  about: 'Measures the app, others beside it and the server, and writes docs/benchmarks.md.',
  calls: [
    ['', 'everything'],
    ['--quick', 'the app alone, with 10,000 records, and writes nothing'],
  ],
  options: {
    quick: { type: 'boolean', default: false, about: 'as above' },
    sizes: { type: 'string', value: 'n,…', about: 'with so many records' },
    repeat: { type: 'string', value: 'n', about: 'how often' },
    only: { type: 'string', value: 'name,…', about: 'these subjects alone' },
  },
})

const sizes = values.sizes?.split(',').map(Number) ?? (values.quick ? [10_000] : allSizes)
const chosen = values.only?.split(',') ?? (values.quick ? ['ours'] : subjects.map(({ name }) => name))
const isAskedFor = values.sizes !== undefined && values.only !== undefined
const repeats = (subject: Subject, size: number) =>
  Number(values.repeat ?? (values.quick ? 1 : repeatsOf(subject, size)))

const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim()
const isDirty = git('status', '--porcelain', '--', '.', ':!README.md', ':!docs') !== ''
const commit = git('rev-parse', '--short', 'HEAD') + (isDirty ? ' with changes' : '')

const chromium = provide('chromium', thisMachine)
const chromiumVersion = () => execFileSync(chromium, ['--version'], { encoding: 'utf8' }).trim()
ensureBuilt()
mkdirSync(cacheFolder, { recursive: true })
const results = new Results(join(cacheFolder, values.quick ? 'quick.json' : 'results.json'), commit)
console.log(`${sizes.join(', ')} records; ${chosen.join(', ')}; commit ${commit}`)

/** One repetition; whether the subject may go on. */
async function measure(subject: Subject, size: number, mostMs: number): Promise<boolean> {
  const sample: Sample = {}
  const failure = await subject.measure(size, sample, mostMs).then(
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

interface Turn {
  subject: Subject
  left: number
  spentMs: number
  /** Of its slowest repetition. */
  longestMs: number
}

/** A peer that is slow is not repeated, and none is begun that would hardly get to its end in time. */
function mayGoOn({ subject, left, spentMs, longestMs }: Turn): boolean {
  const isInTime = longestMs <= repeatedMs && spentMs + longestMs <= patienceMs
  return left > 0 && (isInTime || !subject.isPeer)
}

/** In turns: what else the machine does meanwhile then hits all subjects alike. */
async function measureInTurns(measured: readonly Subject[], size: number): Promise<void> {
  const turns = measured.map((subject): Turn => {
    results.forget(subject.name, size)
    return { subject, left: repeats(subject, size), spentMs: 0, longestMs: 0 }
  })
  while (turns.some(mayGoOn))
    for (const turn of turns.filter(mayGoOn)) {
      const startedAt = performance.now()
      const goesOn = await measure(turn.subject, size, patienceMs - turn.spentMs)
      const ms = performance.now() - startedAt
      turn.left = goesOn ? turn.left - 1 : 0
      turn.spentMs += ms
      turn.longestMs = Math.max(turn.longestMs, ms)
      console.log(`${turn.subject.name}, ${size} records: ${(ms / 1000).toFixed(0)} s`)
    }
}

const isMeasuredAt = ({ name, sizes: own }: Subject, size: number) =>
  chosen.includes(name) && (isAskedFor || own.includes(size))

for (const size of sizes) {
  const measured = subjects.filter(subject => isMeasuredAt(subject, size))
  const hopeful = measured.filter(subject => !isHopeless(subject, size))
  await measureInTurns(hopeful, size)
  console.log(
    consoleTable(
      results,
      size,
      measured.map(({ name }) => name),
    ),
  )
}
console.log(`All of it took ${(performance.now() / 60_000).toFixed(0)} minutes`)
if (!values.quick) publish(results, subjects, chromiumVersion())

/** Notes of a peer that this run has seen with fewer records that its time would not be enough for more. */
function isHopeless(subject: Subject, size: number): boolean {
  const { name, isPeer } = subject
  const before = sizes.filter(each => each < size && isMeasuredAt(subject, each)).at(-1)
  if (!isPeer || before === undefined) return false
  const count = before.toLocaleString('en')
  const firstSync = medianOf(results, name, before, 'first-sync')
  const atThatRate = ((firstSync ?? 0) * size) / before
  const why =
    firstSync === undefined
      ? `not tried, as ${count} were not done after ${patience}`
      : `not tried, as ${count} take ${format(firstSync, 'ms')} to sync and it has ${patience} for all`
  if (firstSync !== undefined && atThatRate <= patienceMs) return false
  results.forget(name, size)
  results.stop(name, size, why)
  return true
}
