/** So many at a time, for each name and in all: whoever comes beyond that waits in turn, or is told to come back. */
import { AppError } from '../../shared/errors.ts'

export interface Ceiling {
  /** At a time for one name. */
  each: number
  /** At a time for all names together. */
  all: number
  /** For one name, behind those. */
  waiting: number
}

/** Gives the place back; once, however often it is called. */
export type Leave = () => void

export interface Gate {
  /** Throws `too_many`. */
  enter(name: string): Promise<Leave>
}

/** After so many seconds there is room again, as a rule. */
const retryAfter = 5

export function createGate({ each, all, waiting }: Ceiling): Gate {
  const inside = new Map<string, number>()
  /** By name, in the order in which names are served. */
  const queues = new Map<string, (() => void)[]>()
  let total = 0

  const countOf = (name: string): number => inside.get(name) ?? 0
  const hasRoom = (name: string): boolean => total < all && countOf(name) < each

  function letIn(name: string): Leave {
    inside.set(name, countOf(name) + 1)
    total++
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const left = countOf(name) - 1
      if (left > 0) inside.set(name, left)
      else inside.delete(name)
      total--
      callNext()
    }
  }

  /** Whose turn it was goes to the end, so that nobody's many keep others out. */
  function callNext(): void {
    for (const [name, queue] of queues) {
      if (!hasRoom(name)) continue
      const call = queue.shift()
      queues.delete(name)
      if (queue.length > 0) queues.set(name, queue)
      call?.()
      return
    }
  }

  return {
    async enter(name) {
      if (hasRoom(name)) return letIn(name)
      const queue = queues.get(name) ?? []
      if (queue.length >= waiting) throw new AppError('too_many', { retryAfter })
      queues.set(name, queue)
      const { promise, resolve } = Promise.withResolvers<Leave>()
      queue.push(() => resolve(letIn(name)))
      return promise
    },
  }
}
