/** The app from the same sources but for one module: what its seal costs is the difference. */
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'vite'
import { projectRoot } from '../../../server/commands/build.ts'
import { cacheFolder } from '../data.ts'

const sealed = join(projectRoot, 'client', 'engine', 'disk', 'seal.ts')
const unsealed = join(import.meta.dirname, 'seal.ts')
const built = join(cacheFolder, 'unsealed')

let isBuilt = false

/** The folder to serve instead of `dist`; made anew for each run, as it has no sources to be compared with. */
export async function buildUnsealed(): Promise<string> {
  if (isBuilt) return built
  let replaced = 0
  const replacing = (): Plugin => ({
    name: 'unsealed',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (join(dirname(importer), source) !== sealed) return null
      replaced++
      return unsealed
    },
  })
  await build({
    root: projectRoot,
    configFile: join(projectRoot, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [replacing()],
    // A worker is built by itself.
    worker: { plugins: () => [replacing()] },
    build: { outDir: built, emptyOutDir: true },
  })
  if (replaced === 0) throw new Error('Nothing imported the seal: both builds are the same')
  isBuilt = true
  return built
}

/** Settings with which the server serves that folder. */
export const servingOf = (folder: string) => ({
  BENCH_CLIENT: folder,
  NODE_OPTIONS: `--import ${new URL('other-client.ts', import.meta.url).href}`,
})
