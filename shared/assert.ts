/** For what cannot be unless there is a bug; nobody catches it but the top. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`bug: ${message}`)
}
