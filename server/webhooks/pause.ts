/** How long a webhook that has failed waits, and when it is given up. [WH4] */

const shortestMs = 5_000
const longestMs = 6 * 60 * 60 * 1000
const givenUpMs = 3 * 24 * 60 * 60 * 1000
/** A server that was off for days has tried little. */
const fewestFailures = 10

/** Three times as long each time, up to six hours, and up to half more or less: many that fail together do not come back together. */
export function pauseMs(failures: number, random: () => number): number {
  return Math.min(longestMs, shortestMs * 3 ** (failures - 1)) * (0.5 + random())
}

/** `Retry-After`: seconds, or a date (RFC 9110, 10.2.3). 0 where it says neither; whoever asks for longer is asked after six hours. */
export function askedMs(retryAfter: string | undefined, now: Date): number {
  if (retryAfter === undefined) return 0
  const seconds = Number(retryAfter)
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - now.getTime() : seconds * 1000
  return Math.min(longestMs, Math.max(0, ms || 0))
}

export function isGivenUp(failures: number, failingMs: number): boolean {
  return failures >= fewestFailures && failingMs >= givenUpMs
}
