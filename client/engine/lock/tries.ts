/** Wrong tries at a passphrase: how long to wait after each. Pure. */

/** Seconds after the so-manieth wrong try; as after the last of these from then on. */
const pauses = [0, 0, 5, 15, 30, 60, 120, 300]

export interface Tries {
  count: number
  /** ms since 1970. */
  lastAt: number
}

export const noTries: Tries = { count: 0, lastAt: 0 }

/** ms since 1970. A clock that was set back makes nobody wait longer than one pause. */
export function nextTryAt({ count, lastAt }: Tries, now: number): number {
  if (count === 0) return 0
  const seconds = pauses[Math.min(count, pauses.length) - 1] ?? 0
  return Math.min(lastAt, now) + seconds * 1000
}
