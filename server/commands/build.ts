/** Whether the built client is up to date with its sources, and how to build it. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '..', '..')

const sources = [
  ...['client', 'shared', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json'],
  // The description of /api/v1 comes with the app.
  ...['server/rest', 'server/errors.ts', 'vite.api-document.ts'],
]

function newestMs(path: string): number {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (!entry) return 0
  if (!entry.isDirectory()) return entry.mtimeMs
  return Math.max(entry.mtimeMs, ...readdirSync(path).map(name => newestMs(join(path, name))))
}

export function isBuilt(root: string = projectRoot): boolean {
  const page = join(root, 'dist', 'index.html')
  if (!existsSync(page)) return false
  return Math.max(...sources.map(source => newestMs(join(root, source)))) <= statSync(page).mtimeMs
}

/** Builds the client when it is missing or older than its sources; throws when that fails. */
export function ensureBuilt(root: string = projectRoot): void {
  if (isBuilt(root)) return
  console.log('Building the app, as its sources have changed …')
  build(root)
}

export function build(root: string = projectRoot): void {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    // Whoever asks, a test for instance: what is served is never a build for development.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error('The client could not be built; see the lines above.')
}
