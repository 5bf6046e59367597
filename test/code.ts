/** `npm run code`: types, lint and format side by side; prints what is wrong, or one line for each that is fine. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { projectRoot } from '../server/commands/build.ts'
import { given } from '../server/commands/command.ts'

given({
  name: 'code',
  about: 'Checks types, lint and format side by side.',
  calls: [['', 'prints what is wrong, or one line for each that is fine']],
})

const checks = [
  ['eslint', '--max-warnings', '0', '.'],
  ['vue-tsc', '--noEmit', '-p', '.'],
  ['oxlint', '--deny-warnings'],
  ['prettier', '--check', '.'],
] as const

async function run([command, ...args]: (typeof checks)[number]): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(command, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(code === 0 ? `✓ ${command} (${seconds} s)` : `✗ ${command} (${seconds} s)\n${output}`)
  return code === 0
}

const passed = await Promise.all(checks.map(run))
if (passed.includes(false)) process.exitCode = 1
