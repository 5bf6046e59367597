/** The worker as an Engine: the one place that knows there is a worker. */
import { wrap } from 'comlink'
import type { Engine, EngineEvent } from './engine.ts'

/** What the worker answers to. Its events come on the line of its answers: what a save changed is told before it ends. */
export interface FarEngine extends Omit<Engine, 'subscribe'> {
  subscribe(): Promise<void>
}

export interface Told {
  event: EngineEvent
}

/** Listeners stay on this side; everything else crosses as a structured clone. */
export function connect(worker: Worker): Engine {
  const remote = wrap<FarEngine>(worker)
  return new Proxy({} as Engine, {
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
}
