/** Runs one peer, and fetches for it. */
import './strict.ts'
import { expose } from 'comlink'
import type { Peer, PeerRecord } from './peer.ts'

const peers: Record<string, () => Promise<{ createPeer(): Peer | Promise<Peer> }>> = {
  dexie: () => import('./dexie.ts'),
  sqlite: () => import('./sqlite.ts'),
  'wa-sqlite': () => import('./wa-sqlite.ts'),
  tinybase: () => import('./tinybase.ts'),
  replicache: () => import('./replicache.ts'),
  rxdb: () => import('./rxdb.ts'),
  pouchdb: () => import('./pouchdb.ts'),
}

const fetched = async (path: string) => (await (await fetch(path)).json()) as PeerRecord[]

let peer: Peer

const runner = {
  /** Its program alone. */
  async start(name: string): Promise<void> {
    const load = peers[name]
    if (!load) throw new Error(`There is no peer ${name}`)
    peer = await (await load()).createPeer()
  },
  open: () => peer.open(),
  /** The next batch travels while one is written. */
  async sync(batches: number): Promise<void> {
    let next = fetched('/records/0')
    for (let batch = 0; batch < batches; batch++) {
      const records = await next
      const isLast = batch === batches - 1
      if (!isLast) next = fetched(`/records/${batch + 1}`)
      await peer.load(records, isLast)
    }
  },
  /** Whether there was anything to do. */
  async index(): Promise<boolean> {
    await peer.index?.()
    return peer.index !== undefined
  },
  webAssemblyBytes: () => peer.webAssemblyBytes?.() ?? 0,
  async receive(): Promise<void> {
    await peer.change(await fetched('/changed'))
  },
  ask<Method extends 'first' | 'search' | 'sorted' | 'ofDevice' | 'startedIn' | 'save'>(
    method: Method,
    ...args: Parameters<Peer[Method]>
  ): ReturnType<Peer[Method]> {
    return (peer[method] as (...args: unknown[]) => ReturnType<Peer[Method]>)(...args)
  },
}

export type Runner = typeof runner

expose(runner)
