/**
 * What a person wants of their lists: small entries, each with the time at which it was chosen, so that those of two
 * devices merge one by one. Pure. [AC11]
 */
export interface Preference {
  /** Any JSON; null: it was taken away. */
  value: unknown
  /** ms since 1970, by the clock of whoever chose it; never earlier than what they knew of. */
  at: number
}

export type Preferences = Record<string, Preference>

/** The later one of each entry: the same in whatever order, and however often, they are put together. */
export function merged(a: Preferences, b: Preferences): Preferences {
  const entries = new Map(Object.entries(a))
  for (const [key, entry] of Object.entries(b)) {
    const known = entries.get(key)
    if (!known || isLater(entry, known)) entries.set(key, entry)
  }
  return Object.fromEntries(entries)
}

/** Of one moment, one order for everybody; what is there before what was taken away. */
function isLater(a: Preference, b: Preference): boolean {
  return a.at === b.at ? textOf(a) > textOf(b) : a.at > b.at
}

function textOf({ value }: Preference): string {
  return value === null ? '' : JSON.stringify(value)
}

/** As of now, and later than what is known, whatever the clock says. */
export function chosen(known: Preferences, values: Record<string, unknown>, nowMs: number): Preferences {
  const entries = Object.entries(values)
  return Object.fromEntries(
    entries.map(([key, value]) => [key, { value, at: Math.max(nowMs, justAfter(known[key])) }]),
  )
}

/** With what was sent, of which nothing is later than now: a clock that is ahead would win for ever. */
export function received(known: Preferences, sent: Preferences, nowMs: number): Preferences {
  const timely = Object.entries(sent).map(([key, { value, at }]): [string, Preference] => [
    key,
    { value, at: Math.min(at, Math.max(nowMs, justAfter(known[key]))) },
  ])
  return merged(known, Object.fromEntries(timely))
}

function justAfter(known: Preference | undefined): number {
  return (known?.at ?? -1) + 1
}

/** Without what was taken away so long ago that no device asks for it any more. */
export function withoutRemovals(entries: Preferences, beforeMs: number): Preferences {
  return Object.fromEntries(
    Object.entries(entries).filter(([, { value, at }]) => value !== null || at >= beforeMs),
  )
}

/** Those of `entries` that stand otherwise, or nowhere, in `others`. */
export function differing(entries: Preferences, others: Preferences): Preferences {
  return Object.fromEntries(
    Object.entries(entries).filter(([key, entry]) => !others[key] || !isSame(entry, others[key])),
  )
}

export function areSame(a: Preferences, b: Preferences): boolean {
  return Object.keys(a).length === Object.keys(b).length && Object.keys(differing(a, b)).length === 0
}

function isSame(a: Preference, b: Preference): boolean {
  return a.at === b.at && textOf(a) === textOf(b)
}
