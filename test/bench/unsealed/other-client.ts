/** Loaded before the server: it serves the client that BENCH_CLIENT names. Only a benchmark wants another than `dist`. */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

const main = pathToFileURL(join(import.meta.dirname, '..', '..', '..', 'server', 'main.ts')).href
const folder = "join(import.meta.dirname, '..', 'dist')"

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (url !== main) return loaded
    const source = String(loaded.source)
    if (!source.includes(folder)) throw new Error('The server does not say any more where its client is')
    return { ...loaded, source: source.replace(folder, JSON.stringify(process.env['BENCH_CLIENT'])) }
  },
})
