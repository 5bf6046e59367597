/** The worker as an Engine: the one place that knows there is a worker. */
import { proxy, wrap } from 'comlink'
import type { Engine } from './engine.ts'

/** Listeners stay on this side; everything else crosses as a structured clone. */
export function connect(worker: Worker): Engine {
  const remote = wrap<Engine>(worker)
  return new Proxy({} as Engine, {
    get(_, name: keyof Engine | 'then') {
      // Awaiting the engine itself must not look like a promise.
      if (name === 'then') return undefined
      if (name === 'subscribe') {
        return (listener: Parameters<Engine['subscribe']>[0]) => remote.subscribe(proxy(listener))
      }
      return remote[name]
    },
  })
}
