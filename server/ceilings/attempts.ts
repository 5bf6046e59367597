/** Counts of what was tried and was not right, in memory: whoever tries a thousand times makes no row. [CE1] */

export interface Counted {
  count: number
  /** ms since 1970: of the first in this window, and of the last. */
  since: number
  last: number
}

export interface Attempts {
  /** What there is in the window that is open; undefined: nothing. */
  of(name: string, windowMs: number): Counted | undefined
  add(name: string, windowMs: number): void
  /** One of them was right. */
  takeBack(name: string): void
  forget(name: string): void
}

/** Names beyond which the one that was counted longest ago is forgotten. */
const mostNames = 50_000

export function createAttempts(now: () => number): Attempts {
  const counts = new Map<string, Counted>()
  const of = (name: string, windowMs: number): Counted | undefined => {
    const known = counts.get(name)
    return known && now() - known.since < windowMs ? known : undefined
  }
  return {
    of,
    add(name, windowMs) {
      const known = of(name, windowMs)
      const at = now()
      counts.delete(name)
      counts.set(name, { count: (known?.count ?? 0) + 1, since: known?.since ?? at, last: at })
      const oldest = counts.size > mostNames ? counts.keys().next().value : undefined
      if (oldest !== undefined) counts.delete(oldest)
    },
    takeBack(name) {
      const known = counts.get(name)
      if (known && known.count > 1) counts.set(name, { ...known, count: known.count - 1 })
      else counts.delete(name)
    },
    forget: name => void counts.delete(name),
  }
}
