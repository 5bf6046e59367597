/** The worker as an Engine: the one place that knows there is a worker. */
import { type Remote, wrap } from 'comlink'
import type { Engine, EngineEvent } from './contract.ts'

/** What the worker answers to. Its events come on the line of its answers: what a save changed is told before it ends. */
export interface FarEngine extends Omit<Engine, 'subscribe'> {
  subscribe(): Promise<void>
}

export interface Told {
  event: EngineEvent
}

export interface Connection {
  engine: Engine
  /** Ends the worker; what it was asked and has not answered is answered no more. */
  end(): void
  /** Another worker in its place; whoever listened to the first hears nothing of it. */
  renew(): void
}

/** Listeners stay on this side; everything else crosses as a structured clone. */
export function connect(start: () => Worker): Connection {
  let worker: Worker
  let remote: Remote<FarEngine>

  function renew(): void {
    worker = start()
    remote = wrap<FarEngine>(worker)
  }
  renew()

  const engine = new Proxy({} as Engine, {
    get(_, name: keyof Engine | 'then') {
      // Awaiting the engine itself must not look like a promise.
      if (name === 'then') return undefined
      if (name !== 'subscribe') return remote[name]
      return (listener: Parameters<Engine['subscribe']>[0]) => {
        worker.addEventListener('message', ({ data }: MessageEvent<Partial<Told>>) => {
          if (data.event) listener(data.event)
        })
        return remote.subscribe()
      }
    },
  })
  return { engine, end: () => worker.terminate(), renew }
}
