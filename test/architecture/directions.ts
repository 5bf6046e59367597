/** Which folder may import which, and that no import leads back to where it came from. */
import { type Import, importsOf, type Source } from './sources.ts'

interface Ban {
  from: string[]
  to: string[]
  except?: string[]
}

const inClient = (...names: string[]) => names.map(name => `client/${name}`)

/** The half of the client that runs in the worker; all else in `client` is screens. */
const engine = inClient('db', 'table', 'sync', 'engine', 'worker.ts', 'transport.ts', 'request.ts')
const screens = inClient(
  'views',
  'records',
  'fields',
  'stores',
  'ui',
  'words',
  'shell',
  'App.vue',
  'router.ts',
  'main.ts',
)

const bans: Ban[] = [
  { from: ['client'], to: ['server', 'test'] },
  { from: ['server'], to: ['client', 'test'] },
  { from: ['shared'], to: ['client', 'server', 'test'] },
  { from: ['server'], to: ['server/commands'], except: ['server/commands'] },
  { from: ['client/engine.ts'], to: ['client'] },
  { from: inClient('db', 'table'), to: inClient('sync', 'engine') },
  { from: inClient('sync'), to: inClient('engine') },
  { from: engine, to: screens },
  {
    from: ['client'],
    to: inClient('db', 'table', 'sync', 'engine'),
    // The composition root of the screens opens what they are handed.
    except: [...engine, 'client/main.ts'],
  },
  {
    from: inClient('views', 'records', 'fields', 'ui', 'shell'),
    to: inClient('transport.ts', 'request.ts', 'worker.ts'),
  },
  { from: inClient('records'), to: inClient('views') },
  { from: inClient('fields'), to: inClient('views', 'records') },
  { from: inClient('ui'), to: inClient('views', 'records', 'fields', 'stores', 'shell') },
  { from: inClient('stores'), to: inClient('views', 'records', 'fields', 'ui', 'shell') },
]

const vue = ['vue', 'pinia', 'vue-router', 'vue-i18n', '@lucide/vue']

/** Packages that only some folders may use. */
const owners: { packages: string[]; folders: string[]; except?: string[] }[] = [
  { packages: ['dexie'], folders: ['client/db'] },
  { packages: ['kysely', 'better-sqlite3', 'pg', '@electric-sql/pglite'], folders: ['server/db'] },
  { packages: ['hono', '@hono/node-server', 'better-auth'], folders: ['server'] },
  { packages: vue, folders: ['client'], except: engine },
]

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)
const isInOneOf = (path: string, folders: string[]) => folders.some(folder => isIn(path, folder))

function isBanned(found: Import): boolean {
  if (!found.isPackage)
    return bans.some(
      ban =>
        isInOneOf(found.from, ban.from) &&
        isInOneOf(found.to, ban.to) &&
        !isInOneOf(found.from, ban.except ?? []),
    )
  if (isIn(found.from, 'shared')) return found.to !== 'zod'
  if (isIn(found.from, 'client') && found.to.startsWith('node:')) return true
  if (!isInOneOf(found.from, ['client', 'server'])) return false
  return owners.some(
    owner =>
      owner.packages.includes(found.to) &&
      (!isInOneOf(found.from, owner.folders) || isInOneOf(found.from, owner.except ?? [])),
  )
}

export function wrongDirections(sources: readonly Source[]): string[] {
  return sources
    .flatMap(importsOf)
    .filter(isBanned)
    .map(found => `${found.from} imports ${found.to}`)
}

/** A page that is loaded when it is visited is no part of a cycle; a type is. */
export function cycles(sources: readonly Source[]): string[] {
  const targets = new Map(
    sources.map(source => [
      source.path,
      importsOf(source).flatMap(found => (found.isPackage || found.isDynamic ? [] : [found.to])),
    ]),
  )
  const done = new Set<string>()
  const found: string[] = []

  function visit(path: string, trail: string[]): void {
    const start = trail.indexOf(path)
    if (start >= 0) found.push([...trail.slice(start), path].join(' → '))
    if (start >= 0 || done.has(path)) return
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }

  for (const path of targets.keys()) visit(path, [])
  return found
}
