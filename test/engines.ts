/** `npm run test:engines`: the stories in every engine, one after the other, and how long each took. */
import { spawnSync } from 'node:child_process'
import { projectRoot } from '../server/commands/build.ts'
import { type BrowserName, browserNames, provide, thisMachine } from './browsers.ts'

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
