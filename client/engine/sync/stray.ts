/**
 * A flight over which sending fails must not hold up the others. After a failure smaller requests go out, down to one
 * flight. Where the server fails, nobody answers, or somebody in between, a flight is to blame only if the server has
 * answered something else a moment before. One that does not arrive has gone astray then, and the others go first. In
 * the end it is withdrawn.
 */
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { pushMutations } from '../../../shared/limits.ts'
import type { Flight } from '../work/act.ts'

/** [OB10] [OB15] [ST3] Failures of a flight alone after which it is withdrawn. */
const allowed = { server_failed: 5, not_delivered: 7, too_large: 1 }

/** Why a flight was withdrawn, as its person reads it. */
type Cause = keyof typeof allowed

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

/** The failures of a flight that went alone. `cause`: of the last one. */
interface Blame {
  cause: Cause
  failures: Partial<Record<Cause, number>>
  /** The time of the last one; ms since 1970. */
  at: number
}

export class Strays {
  /** Flights in the next request, at most. */
  limit = pushMutations
  /** The last push failed, and may have been to blame: before the next one the server is asked for something else. */
  isDoubting = false
  /** The browser says that there is no network: acts stay where they can be taken back, until the server answers. */
  isDisconnected = false
  /** The server has answered a moment ago. */
  isHeard = false
  private readonly blames = new Map<string, Blame>()

  /** [OB15] A flight over which the server fails is no stray until its time is up. */
  isStray(flight: Pick<Flight, 'id'>): boolean {
    const blame = this.blames.get(flight.id)
    return blame !== undefined && (blame.cause !== 'server_failed' || this.causeToWithdraw(flight) !== null)
  }

  /** null: its time is not up. */
  causeToWithdraw({ id }: Pick<Flight, 'id'>): Cause | null {
    const blame = this.blames.get(id)
    return blame && failuresOf(blame) >= allowed[blame.cause] ? blame.cause : null
  }

  /** The strays to be tried once more, as their pause is over; those that have waited longest first. */
  due(flights: readonly Flight[], now: number): Flight[] {
    const atOf = ({ id }: Flight) => this.blames.get(id)?.at ?? 0
    const isDue = (flight: Flight): boolean => {
      const blame = this.blames.get(flight.id)
      const failures = blame ? failuresOf(blame) : 0
      const at = atOf(flight)
      const pauseMs = failures < triesAtOnce ? 0 : firstPauseMs * 2 ** (failures - triesAtOnce)
      // The clock may have jumped back.
      return now < at || now >= at + pauseMs
    }
    return flights
      .filter(flight => this.isStray(flight) && this.causeToWithdraw(flight) === null && isDue(flight))
      .sort((a, b) => atOf(a) - atOf(b))
  }

  failed(request: readonly Flight[], error: unknown, now: number): void {
    if (!(error instanceof AppError)) return
    const { isHeard } = this
    this.isHeard = false
    const [flight] = request
    const cause = causeOf(error)
    if (isUnanswered(error) || cause === 'server_failed') this.isDoubting = true
    const isThere = isHeard || error.code !== 'unreachable'
    if (!flight || !cause || !isThere) return
    // [ST3] A line may be too slow for much, or what stands before the server too narrow.
    this.limit = Math.max(1, Math.floor(request.length / 2))
    if (request.length > 1 || (cause !== 'too_large' && !isHeard)) return
    const before = this.blames.get(flight.id)?.failures
    this.blames.set(flight.id, {
      ...{ cause, at: now },
      failures: { ...before, [cause]: (before?.[cause] ?? 0) + 1 },
    })
  }

  /** `settled`: how many of them. */
  succeeded(request: readonly Pick<Flight, 'id'>[], settled: number): void {
    if (settled > 0) this.limit = Math.min(pushMutations, this.limit * 2)
    this.isDoubting = false
    this.isDisconnected = false
    this.isHeard = true
    for (const { id } of request) this.blames.delete(id)
  }
}

function failuresOf({ cause, failures }: Blame): number {
  return failures[cause] ?? 0
}

function causeOf(error: AppError): Cause | null {
  if (error.code === 'internal') return 'server_failed'
  if (error.code === 'too_large') return 'too_large'
  return isUnanswered(error) ? 'not_delivered' : null
}
