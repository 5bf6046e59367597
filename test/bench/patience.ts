/** How long a peer may take at one size, all its repetitions together. */
export const patienceMs = 4 * 60_000

/** What took longer is not repeated. */
export const repeatedMs = 40_000

export const patience = `${patienceMs / 60_000} minutes`

/** A subject that was not done by then. That tells how fast it is, and is not a failure of the benchmark. */
export class NotDone extends Error {
  constructor(cause: unknown) {
    super(`not done after ${patience}`, { cause })
  }
}
