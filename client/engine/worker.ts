/** Composition root of the worker: the engine, given the real clock, network, storage and other tabs. */
import type { Endpoint } from 'comlink'
import { AppError } from '../../shared/errors.ts'
import { kinds } from '../../shared/kinds.ts'
import type { FarEngine, Told } from '../connect.ts'
import { showing } from '../net/session-key.ts'
import type { Directory, Files } from './disk/files.ts'
import { webSealing } from './disk/seal.ts'
import { createEngine } from './engine.ts'
import { tabKeys } from './lock/tab-keys.ts'
import { exposeOnce } from './expose.ts'
import { openPokes } from './sync/pokes.ts'
import type { Engine, EngineEvent } from '../contract.ts'
import type { PageMessage, World } from './world.ts'
import type { TabMessage } from './sync/outside.ts'
import { createTransport } from './sync/transport.ts'
import { uuidV7 } from './uid.ts'

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count))

function after(milliseconds: number, call: () => void): () => void {
  const timer = setTimeout(call, milliseconds)
  return () => clearTimeout(timer)
}

async function loaded<T>(module: Promise<T>): Promise<T> {
  try {
    return await module
  } catch (error) {
    throw new AppError('unreachable', {}, { cause: error })
  }
}

const pages = new BroadcastChannel('records:tabs')

/** Absent where the page is not secure, or its browser has no files. */
function directoryOf(storage: Partial<StorageManager> | undefined): Files['directory'] {
  return storage?.getDirectory && (async () => (await storage.getDirectory?.()) as unknown as Directory)
}

const world: World = {
  kinds,
  storage: { indexedDB, IDBKeyRange, directory: directoryOf(navigator.storage) },
  transport: createTransport(
    showing(
      (input, init) => fetch(input, init),
      () => engine.sessionKey(),
    ),
  ),
  syncing: () => loaded(import('./sync/run.ts')),
  comparison: async () => (await loaded(import('./sync/compare.ts'))).comparison,
  suggesting: () => loaded(import('./ask/suggest.ts')),
  unsentFiles: async () => (await loaded(import('./ask/take-in.ts'))).unsentFiles,
  exporting: () => loaded(import('./exchange/export.ts')),
  importing: () => loaded(import('./import/importing.ts')),
  many: () => loaded(import('./many/many.ts')),
  overviewing: () => loaded(import('./overview/overview.ts')),
  sealing: webSealing(randomBytes),
  wrapping: async () => ({ ...(await loaded(import('./lock/derive.ts'))), randomBytes }),
  keysOf: userId => tabKeys(new BroadcastChannel(`records:${userId}:key`), after),
  onPageMessage: listen =>
    pages.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => listen(data)),
  newUid: at => uuidV7(at ?? Date.now(), randomBytes(16)),
  pause: milliseconds => new Promise(resolve => after(milliseconds, () => resolve())),
  locksOf: userId => ({
    run: async (name, task, signal) =>
      navigator.locks.request(`records:${userId}:${name}`, signal ? { signal } : {}, task),
    takeOver: async (name, task) =>
      navigator.locks.request(`records:${userId}:${name}`, { steal: true }, task),
  }),
  channelOf(userId) {
    const channel = new BroadcastChannel(`records:${userId}`)
    let isOpen = true
    return {
      post(message) {
        // A save under way when its person signs out is written; to say so would fail. Others read it in their next run.
        if (isOpen) channel.postMessage(message)
      },
      onMessage: listen =>
        channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listen(data)),
      close() {
        isOpen = false
        channel.close()
      },
    }
  },
  listen: (userId, poked) =>
    openPokes({
      lock: `records:${userId}:pokes`,
      locks: navigator.locks,
      after,
      poked,
      onBug: error => console.error(error),
    }),
  now: () => Date.now(),
  random: () => Math.random(),
  after,
  onBug: error => console.error(error),
}

const engine: Engine = createEngine(world)
const tell = (event: EngineEvent) => postMessage({ event } satisfies Told)
const far: FarEngine = { ...engine, subscribe: () => engine.subscribe(tell) }

// To the types of a page, a scope is a window.
exposeOnce(far, self as unknown as Endpoint)
