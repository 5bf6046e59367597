/** Installs the peers' packages beside them, and puts their page together. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { cacheFolder } from '../data.ts'

const folder = join(import.meta.dirname, '..', 'peers')
const built = join(cacheFolder, 'peers')

function isInstalled(): boolean {
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return Object.keys(dependencies).every(name => existsSync(join(folder, 'node_modules', name)))
}

function install(): void {
  console.log('Installing the peers …')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('The peers could not be installed')
}

let isBuilt = false

/** The folder to serve. */
export async function buildPeers(): Promise<string> {
  if (isBuilt) return built
  if (!isInstalled()) install()
  await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    worker: { format: 'es' },
    optimizeDeps: { exclude: ['@sqlite.org/sqlite-wasm'] },
    build: {
      outDir: built,
      emptyOutDir: true,
      target: 'es2023',
      chunkSizeWarningLimit: 5000,
      rolldownOptions: {
        input: ['index.html', 'service-worker.ts'].map(file => join(folder, file)),
        // A service worker is known by its address.
        output: {
          entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        },
      },
    },
  })
  isBuilt = true
  return built
}
