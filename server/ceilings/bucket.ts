/** Buckets that fill with time, one for each name: who takes more than there is waits until it is there again. Pure but for its rows. */

export interface Flow {
  /** What a full bucket holds, and so may be taken at once. */
  capacity: number
  /** What comes back each second. */
  perSecond: number
}

interface Level {
  left: number
  /** ms since 1970. */
  at: number
}

export interface Buckets {
  /** Seconds to wait before that much may be taken; 0: it has been taken. */
  take(name: string, amount: number): number
}

/** Names beyond which the one that was used longest ago is forgotten: its bucket is full by then. */
const mostNames = 10_000

export function createBuckets({ capacity, perSecond }: Flow, now: () => number): Buckets {
  const levels = new Map<string, Level>()
  return {
    take(name, amount) {
      const known = levels.get(name)
      const nowMs = now()
      const gained = known ? ((nowMs - known.at) / 1000) * perSecond : capacity
      const left = Math.min(capacity, (known?.left ?? 0) + Math.max(0, gained))
      // What is larger than any bucket is let through by a full one.
      const wanted = Math.min(amount, capacity)
      const isThere = left >= wanted
      levels.delete(name)
      levels.set(name, { left: isThere ? left - wanted : left, at: nowMs })
      const oldest = levels.size > mostNames ? levels.keys().next().value : undefined
      if (oldest !== undefined) levels.delete(oldest)
      return isThere ? 0 : Math.max(1, Math.ceil((wanted - left) / perSecond))
    },
  }
}
