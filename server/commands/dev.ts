/** `npm run dev`: the server, restarted on change, and Vite with hot reload; both end together. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from './build.ts'
import { given } from './command.ts'

given({
  name: 'dev',
  about: 'Runs the server and the app with hot reload. Settings are environment variables.',
  calls: [['', 'runs until it gets SIGTERM or SIGINT']],
})

const apiPort = process.env.API_PORT ?? '8081'
const pagePort = process.env.PORT ?? '5173'

const server = spawn(process.execPath, ['--watch-preserve-output', '--watch', join('server', 'main.ts')], {
  cwd: projectRoot,
  stdio: 'inherit',
  env: { ...process.env, PORT: apiPort, PUBLIC_URL: `http://localhost:${pagePort}` },
})
const vite = spawn(
  process.execPath,
  [join('node_modules', 'vite', 'bin', 'vite.js'), '--port', pagePort, '--strictPort'],
  { cwd: projectRoot, stdio: 'inherit', env: { ...process.env, DEV_API: `http://localhost:${apiPort}` } },
)

const children = [server, vite]

function end(code: number): void {
  process.exitCode = code
  for (const child of children) child.kill('SIGTERM')
}

for (const child of children) child.once('exit', code => end(code ?? 0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(0))
