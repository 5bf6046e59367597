/** How the client is built, served while developing, and stored on the device for use without a network. */
import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import browserslistToEsbuild from 'browserslist-to-esbuild'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import manifest from './package.json' with { type: 'json' }
import { apiDocument } from './vite.api-document.ts'

const page = 'client/main.ts'

/**
 * What is needed together travels together, and comes before what is needed later: each chunk has what its roots need, but
 * for what a chunk before it has. Dozens of small files would be dozens of waits.
 */
const chunks: [name: string, ...roots: string[]][] = [
  ['first', page],
  ['app', 'client/screens/start.ts'],
  ['records', 'client/screens/views/KindView.vue', 'client/screens/views/NotFoundView.vue'],
  // A record and its form, which nobody sees before the list.
  ['work', 'client/screens/views/DetailView.vue', 'client/screens/views/FormView.vue'],
]

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

function chunkNames(modules: Modules): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, ...roots] of chunks) {
    const needed = roots.map(root => resolve(import.meta.dirname, root))
    for (let id = needed.pop(); id !== undefined; id = needed.pop()) {
      if (names.has(id)) continue
      names.set(id, name)
      needed.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
    }
  }
  // It waits for the others, which would wait for it if they had anything from it.
  names.delete(resolve(import.meta.dirname, page))
  return names
}

let chunkNamed: Map<string, string> | undefined
const groups = chunks.map(([name], place) => ({
  debugName: name,
  name: (id: string, modules: Modules) =>
    (chunkNamed ??= chunkNames(modules)).get(id) === name ? name : null,
  priority: chunks.length - place,
}))

/** The screens are asked for by the page itself, not only when its first script has run. */
const namedEarly: Plugin = {
  name: 'named-early',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const tags: HtmlTagDescriptor[] = []
      const add = (attrs: Record<string, string>) =>
        tags.push({ tag: 'link', attrs: { ...attrs, crossorigin: '' }, injectTo: 'head' })
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !['app', 'records'].includes(chunk.name)) continue
        add({ rel: 'modulepreload', href: `/${chunk.fileName}` })
        for (const style of chunk.viteMetadata?.importedCss ?? [])
          add({ rel: 'stylesheet', href: `/${style}` })
      }
      return tags
    },
  },
}

/**
 * Nothing is painted before the page's first script has put the chosen colours on it: it runs within a few ms, and waits
 * for no style sheet, so that the worker and the disk begin at once.
 */
const paintedInItsColours: Plugin = {
  name: 'painted-in-its-colours',
  transformIndexHtml: {
    order: 'post',
    handler: html => html.replace('<script type="module"', '$& async blocking="render"'),
  },
}

/**
 * The router keeps scroll positions of the window in the session storage, and reads them before anything else. The
 * window never scrolls here, and a browser that has just been started lets the first reader wait.
 */
const withoutSessionStorage: Plugin = {
  name: 'without-session-storage',
  apply: 'build',
  config: () => ({ define: { sessionStorage: '({})' } }),
}

export default defineConfig({
  publicDir: 'client/public',
  define: {
    'import.meta.env.VITE_VERSION': JSON.stringify(manifest.version),
    __VUE_OPTIONS_API__: 'false',
    __VUE_I18N_FULL_INSTALL__: 'true',
    __VUE_I18N_LEGACY_API__: 'false',
    __INTLIFY_PROD_DEVTOOLS__: 'false',
  },
  plugins: [
    vue(),
    apiDocument,
    namedEarly,
    paintedInItsColours,
    withoutSessionStorage,
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      includeAssets: ['icon.svg', 'icon-180.png'],
      manifest: {
        name: 'Records',
        short_name: 'Records',
        description: 'Find, save and sync records without a signal.',
        id: '/',
        start_url: '/',
        display: 'standalone',
        background_color: '#f6f7f7',
        theme_color: '#eef1f0',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'],
        importScripts: ['assets-first.js'],
        globIgnores: ['assets-first.js'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api\//],
        runtimeCaching: [],
        cleanupOutdatedCaches: true,
        // The first visit, too, must find its other screens when the network goes.
        clientsClaim: true,
      },
    }),
  ],
  // The package's own entry is a CommonJS build for browsers of ten years ago, a tenth larger.
  resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        comments: false,
        // WebKit evaluates a worker's entry a second time when anything imports it: all else lies beside it.
        codeSplitting: {
          groups: [{ name: 'engine', test: /^(?!.*\/engine\/worker\.ts)/, entriesAware: true }],
        },
      },
      // Nowhere in the worker is a property read for what reading it does.
      treeshake: { propertyReadSideEffects: false },
    },
  },
  build: {
    outDir: 'dist',
    // The oldest that `browserslist` in package.json names; styles and the worker follow.
    target: browserslistToEsbuild(),
    modulePreload: { polyfill: false },
    // What the comments said of licences.
    license: { fileName: 'licences.md' },
    rolldownOptions: { output: { comments: false, codeSplitting: { groups } } },
  },
  server: {
    // Not the page `/api-docs`.
    proxy: { '^/api/': { target: process.env['DEV_API'] ?? 'http://localhost:8080', changeOrigin: false } },
  },
})
