/** Where the clock, chance, the network and the browser's stores may be touched: everywhere else they are handed in. */
import { Linter } from 'eslint'
import tseslint from 'typescript-eslint'
import type { Source } from './sources.ts'

/** The composition roots may use everything. */
const roots = ['server/main.ts', 'server/commands', 'client/main.ts', 'client/engine/worker.ts']

/** The files and folders that own each of them. */
const allowed: Record<string, string[]> = {
  'Date.now': [],
  'new Date()': [],
  'performance.now': [],
  setTimeout: [
    'client/screens/ui',
    'client/net/request.ts',
    'client/net/lines.ts',
    'client/screens/form/useDraft.ts',
    'client/screens/list/useListState.ts',
  ],
  setInterval: [],
  'Math.random': [],
  'crypto.randomUUID': [],
  'crypto.getRandomValues': ['client/engine/disk', 'client/storage'],
  fetch: ['client/net/request.ts'],
  EventSource: ['client/engine/sync/pokes.ts'],
  XMLHttpRequest: [],
  WebSocket: [],
  indexedDB: ['client/engine/disk', 'client/storage'],
  localStorage: ['client/screens/stores'],
  sessionStorage: ['client/screens/stores'],
  console: [],
}

const names = Object.keys(allowed)
const properties = names.filter(name => name.includes('.'))
const globals = names.filter(name => /^\w+$/.test(name))

const linter = new Linter({ configType: 'flat' })
const config: Linter.Config = {
  files: ['**/*.ts'],
  languageOptions: {
    parser: tseslint.parser as Linter.Parser,
    globals: Object.fromEntries([...globals, 'window', 'self'].map(name => [name, 'readonly' as const])),
  },
  linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
  rules: {
    'no-restricted-globals': [
      'error',
      {
        globals: globals.map(name => ({ name, message: `«${name}»` })),
        checkGlobalObject: true,
        globalObjects: ['window', 'self'],
      },
    ],
    'no-restricted-properties': [
      'error',
      ...properties.map(name => {
        const [object = '', property = ''] = name.split('.')
        return { object, property, message: `«${name}»` }
      }),
    ],
    'no-restricted-syntax': [
      'error',
      ...['NewExpression', 'CallExpression'].map(node => ({
        selector: `${node}[callee.name="Date"][arguments.length=0]`,
        message: '«new Date()»',
      })),
    ],
  },
}

export function reachesOutside(sources: readonly Source[]): string[] {
  return sources
    .filter(source => /^(client|server|shared)\//.test(source.path))
    .flatMap(source =>
      linter.verify(source.script, config, source.path.replace(/\.vue$/, '.vue.ts')).flatMap(message => {
        const name = /«(.+)»/.exec(message.message)?.[1]
        if (name === undefined) return message.fatal ? [`${source.path}: ${message.message}`] : []
        const places = [...roots, ...(allowed[name] ?? [])]
        const isAllowed = places.some(place => source.path === place || source.path.startsWith(`${place}/`))
        return isAllowed ? [] : [`${source.path}:${message.line} uses ${name}`]
      }),
    )
}
