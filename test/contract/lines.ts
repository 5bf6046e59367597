/** What a stream of changes amounts to. */
import type { ChangesLine } from '../../shared/protocol.ts'

/** What a client holds after these lines: uid → version, deleted ones gone. */
export function held(lines: readonly ChangesLine[], before = new Map<string, number>()): Map<string, number> {
  const records = new Map(before)
  for (const line of lines) {
    line.uid.forEach((uid, i) => records.set(uid, line.version[i]!))
    for (const uid of line.deleted) records.delete(uid)
  }
  return records
}

/** The line that ends a stream. */
export const last = (lines: readonly ChangesLine[]): ChangesLine => lines.at(-1)!
