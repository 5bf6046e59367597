/** `npm run test:engines`: the stories in every engine, one after the other, and how long each took. */
import { spawnSync } from 'node:child_process'
import { projectRoot } from '../server/commands/build.ts'
import { given } from '../server/commands/command.ts'
import { type BrowserName, browserNames, provide, thisMachine } from './browsers.ts'

given({
  name: 'test:engines',
  about: 'Runs the stories in Chromium, Firefox and WebKit, one after the other.',
  calls: [['', 'says what became of each, and how long it took']],
})

/** What became of it, in a line. */
function run(name: BrowserName): { line: string; isGood: boolean } {
  try {
    provide(name, thisMachine)
  } catch (error) {
    return { line: `not run. ${error instanceof Error ? error.message : String(error)}`, isGood: false }
  }
  const startedAt = performance.now()
  const { status } = spawnSync('vitest', ['run', '--project', 'e2e'], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, E2E_BROWSER: name },
  })
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  return { line: `${status === 0 ? 'passed' : 'failed'} in ${seconds} s`, isGood: status === 0 }
}

const outcomes = browserNames.map(name => ({ name, ...run(name) }))
for (const { name, line } of outcomes) console.log(`${name}: ${line}`)
if (outcomes.some(({ isGood }) => !isGood)) process.exitCode = 1
