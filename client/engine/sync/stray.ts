/**
 * A flight over which sending fails must not hold up the others. One that does not arrive has gone astray, and the others
 * go first; in the end it is withdrawn. Pure: what a flight has been through stands in it. [OB15]
 */
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { Blame, Cause, Flight } from '../work/act.ts'

/** [OB10] [OB15] [ST3] Failures of a flight alone after which it is withdrawn. */
const allowed: Record<Cause, number> = { server_failed: 5, not_delivered: 7, too_large: 1 }

/** [OB15] Tried at once so often, as on a weak line; then after pauses of two minutes, four, eight and sixteen. */
const triesAtOnce = 3
const firstPauseMs = 2 * 60_000

const unanswered: readonly ErrorCode[] = ['unreachable', 'unavailable', 'timed_out']

/** The server has not answered; somebody in between may have. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof AppError && unanswered.includes(error.code)
}

/** The request may be to blame, and no other would fail so. */
export function isAboutRequest(error: unknown): boolean {
  return error instanceof AppError && causeOf(error) !== null
}

export function causeOf(error: AppError): Cause | null {
  if (error.code === 'internal') return 'server_failed'
  if (error.code === 'too_large') return 'too_large'
  return isUnanswered(error) ? 'not_delivered' : null
}

/** [OB15] A flight over which the server fails is no stray until its time is up. */
export function isStray(flight: Pick<Flight, 'blame'>): boolean {
  const { blame } = flight
  return blame !== undefined && (blame.cause !== 'server_failed' || causeToWithdraw(flight) !== null)
}

/** null: its time is not up. */
export function causeToWithdraw({ blame }: Pick<Flight, 'blame'>): Cause | null {
  return blame && failuresOf(blame) >= allowed[blame.cause] ? blame.cause : null
}

/**
 * The strays to be tried once more, as their pause is over, or this tab has not `tried` them; those that have waited longest
 * first.
 */
export function dueStrays(flights: readonly Flight[], now: number, tried: ReadonlySet<string>): Flight[] {
  const isDue = (flight: Flight) => !tried.has(flight.id) || !isPausing(flight, now)
  const atOf = ({ blame }: Flight) => blame?.at ?? 0
  return flights
    .filter(flight => isStray(flight) && causeToWithdraw(flight) === null && isDue(flight))
    .sort((a, b) => atOf(a) - atOf(b))
}

function isPausing(flight: Flight, now: number): boolean {
  const { blame } = flight
  const failures = blame && isStray(flight) ? failuresOf(blame) : 0
  if (!blame || failures < triesAtOnce) return false
  // The clock may have jumped back.
  return now >= blame.at && now < blame.at + firstPauseMs * 2 ** (failures - triesAtOnce)
}

/** After one more failure of it alone; one before its pause was over does not count. */
export function blamed(flight: Flight, cause: Cause, now: number): Flight {
  if (isPausing(flight, now)) return flight
  const before = flight.blame?.failures
  const failures = { ...before, [cause]: (before?.[cause] ?? 0) + 1 }
  return { ...flight, blame: { cause, at: now, failures } }
}

function failuresOf({ cause, failures }: Blame): number {
  return failures[cause] ?? 0
}
