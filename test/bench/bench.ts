/** npm run bench -- [--quick] [--sizes 10000,100000] [--repeat 5] [--only ours] */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt, projectRoot } from '../../server/commands/build.ts'
import { provideChromium, thisMachine } from '../browser.ts'
import { cacheFolder } from './data.ts'
import { consoleTable } from './report.ts'
import { Results, type Sample } from './results.ts'
import { subjects } from './subjects.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string' },
    repeat: { type: 'string' },
    only: { type: 'string' },
  },
})

const sizes = (values.sizes ?? (values.quick ? '10000' : '10000,100000,1000000')).split(',').map(Number)
const repeats = Number(values.repeat ?? (values.quick ? 1 : 5))
const chosen = values.only?.split(',') ?? (values.quick ? ['ours'] : subjects.map(({ name }) => name))

const git = (...args: string[]) => execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim()
const isDirty = git('status', '--porcelain', '--', '.', ':!README.md', ':!docs') !== ''
const commit = git('rev-parse', '--short', 'HEAD') + (isDirty ? ' with changes' : '')

provideChromium(thisMachine)
ensureBuilt()
mkdirSync(cacheFolder, { recursive: true })
const results = new Results(join(cacheFolder, values.quick ? 'quick.json' : 'results.json'), commit)
console.log(`${sizes.join(', ')} records; ${chosen.join(', ')}; ${repeats} times; commit ${commit}`)

for (const size of sizes) {
  for (const subject of subjects.filter(({ name }) => chosen.includes(name))) {
    results.forget(subject.name, size)
    for (let repeat = 1; repeat <= repeats; repeat++) {
      const startedAt = performance.now()
      const sample: Sample = {}
      const failure = await subject.measure(size, sample).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      )
      results.add(subject.name, size, sample)
      if (failure) {
        console.error(failure.stack)
        results.stop(subject.name, size, failure.message)
        break
      }
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
      console.log(`${subject.name}, ${size} records, ${repeat} of ${repeats}: ${seconds} s`)
    }
  }
  console.log(consoleTable(results, size))
}
