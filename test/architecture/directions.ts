/** Which folder may import which, and that no import leads back to where it came from. */
import { type Import, importsOf, type Source } from './sources.ts'

interface Ban {
  from: string[]
  to: string[]
  except?: string[]
}

const bans: Ban[] = [
  { from: ['client'], to: ['server', 'test'] },
  { from: ['server'], to: ['client', 'test'] },
  { from: ['shared'], to: ['client', 'server', 'test'] },
  { from: ['server'], to: ['server/commands'], except: ['server/commands'] },
  {
    from: ['client/contract.ts', 'client/contract-records.ts', 'client/net', 'client/storage'],
    to: ['client/engine', 'client/screens'],
  },
  { from: ['client/engine'], to: ['client/screens'] },
  { from: ['client/screens'], to: ['client/engine'] },
  {
    from: ['client/screens'],
    to: ['client/net'],
    except: [
      'client/screens/accounts.ts',
      'client/screens/audit.ts',
      'client/screens/browsers.ts',
      'client/screens/handed.ts',
      'client/screens/grants.ts',
      'client/screens/ledger.ts',
      'client/screens/programs.ts',
    ],
  },
]

/** Each folder may import those before it; what stands beside them may import them all. */
const layers: Record<string, string[]> = {
  'client/engine': ['table', 'work', 'disk', 'replica', 'sync', 'ask'],
  'client/screens': [
    'words',
    'ui',
    'stores',
    'scan',
    'fields',
    'form',
    'history',
    'record',
    'list',
    'attention',
    'shell',
    'views',
    'palette',
  ],
}

const vue = ['vue', 'pinia', 'vue-router', 'vue-i18n', '@lucide/vue']

/** Packages that only some folders may use. */
const owners: { packages: string[]; folders: string[] }[] = [
  { packages: ['dexie'], folders: ['client/engine/disk'] },
  { packages: ['kysely', 'better-sqlite3', 'pg', '@electric-sql/pglite'], folders: ['server/db'] },
  { packages: ['hono', '@hono/node-server', 'better-auth'], folders: ['server'] },
  { packages: ['prom-client'], folders: ['server/operating'] },
  { packages: vue, folders: ['client/screens'] },
]

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)
const isInOneOf = (path: string, folders: string[]) => folders.some(folder => isIn(path, folder))

function isUpward({ from, to }: Import): boolean {
  return Object.entries(layers).some(([root, folders]) => {
    const levelOf = (path: string) => folders.findIndex(folder => isIn(path, `${root}/${folder}`))
    return levelOf(from) >= 0 && levelOf(to) > levelOf(from)
  })
}

function isBanned(found: Import): boolean {
  if (!found.isPackage) {
    if (isUpward(found)) return true
    return bans.some(
      ban =>
        isInOneOf(found.from, ban.from) &&
        isInOneOf(found.to, ban.to) &&
        !isInOneOf(found.from, ban.except ?? []),
    )
  }
  if (isIn(found.from, 'shared')) return found.to !== 'zod'
  if (isIn(found.from, 'client') && found.to.startsWith('node:')) return true
  if (!isInOneOf(found.from, ['client', 'server'])) return false
  return owners.some(owner => owner.packages.includes(found.to) && !isInOneOf(found.from, owner.folders))
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
