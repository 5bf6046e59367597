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
  /** One of them was right, or was not looked at. */
  takeBack(name: string): void
  forget(name: string): void
}

/** Names beyond which some are forgotten: a tenth at once, as looking for them takes as long as for one. */
const mostNames = 50_000
const keptNames = 45_000

export function createAttempts(now: () => number): Attempts {
  const counts = new Map<string, Counted & { until: number }>()
  const of = (name: string, windowMs: number): Counted | undefined => {
    const known = counts.get(name)
    return known && now() - known.since < windowMs ? known : undefined
  }
  /** What is over, then what was counted least and longest ago: a thousand new names hide none that was tried often. */
  function makeRoom(): void {
    for (const [name, { until }] of counts) if (until <= now()) counts.delete(name)
    const least = [...counts].toSorted(
      ([, one], [, other]) => one.count - other.count || one.last - other.last,
    )
    for (const [name] of least.slice(0, Math.max(0, least.length - keptNames))) counts.delete(name)
  }
  return {
    of,
    add(name, windowMs) {
      const known = of(name, windowMs)
      const at = now()
      const since = known?.since ?? at
      counts.set(name, { count: (known?.count ?? 0) + 1, since, last: at, until: since + windowMs })
      if (counts.size > mostNames) makeRoom()
    },
    takeBack(name) {
      const known = counts.get(name)
      if (known && known.count > 1) counts.set(name, { ...known, count: known.count - 1 })
      else counts.delete(name)
    },
    forget: name => void counts.delete(name),
  }
}
