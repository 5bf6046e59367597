/** How long the benchmark waits: for one repetition, and before it repeats a subject at a size no more. */
export const patienceMs = 10 * 60_000

/** A subject that was not done by then. That tells how fast it is, and is not a failure of the benchmark. */
export class NotDone extends Error {
  constructor(cause: unknown) {
    super(`not done after ${patienceMs / 60_000} minutes`, { cause })
  }
}
