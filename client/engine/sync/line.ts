/**
 * The line to the server, as far as this tab has come to know it. After a failure smaller requests go out, down to one
 * flight. Where the server fails, nobody answers, or somebody in between, a flight is to blame only if the server has
 * answered something else a moment before. [OB10] [OB15] [ST3]
 */
import { AppError } from '../../../shared/errors.ts'
import { pushMutations } from '../../../shared/limits.ts'
import type { Cause } from '../work/act.ts'
import { causeOf, isUnanswered } from './stray.ts'

export class Line {
  /** Flights in the next request, at most. */
  limit = pushMutations
  /** The last push failed, and may have been to blame: before the next one the server is asked for something else. */
  isDoubting = false
  /** The browser says that there is no network: acts stay where they can be taken back, until the server answers. */
  isDisconnected = false
  /** The server has answered a moment ago. */
  isHeard = false
  /** Flights over which sending has failed in this tab. */
  readonly tried = new Set<string>()

  /** Returns why the only flight of the request is to blame; null when it is not. `count`: the flights in it. */
  failed(count: number, error: unknown): Cause | null {
    if (!(error instanceof AppError)) return null
    const { isHeard } = this
    this.isHeard = false
    const cause = causeOf(error)
    if (isUnanswered(error) || cause === 'server_failed') this.isDoubting = true
    const isThere = isHeard || error.code !== 'unreachable'
    if (count === 0 || !cause || !isThere) return null
    // [ST3] A line may be too slow for much, or what stands before the server too narrow.
    this.limit = Math.max(1, Math.floor(count / 2))
    return count === 1 && (cause === 'too_large' || isHeard) ? cause : null
  }

  succeeded(): void {
    this.limit = Math.min(pushMutations, this.limit * 2)
    this.isDoubting = false
    this.isDisconnected = false
    this.isHeard = true
  }
}
