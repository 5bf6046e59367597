/** What each person was shown of each field: nobody's value may give way to somebody who has not seen it. */
import type { Fields } from '../../shared/record.ts'
import { type LedgerEntry, shortOf } from './ledger.ts'

export class Sight {
  private readonly seen = new Set<string>()

  note(profile: string, uid: string, fields: Fields | null | undefined): void {
    for (const [field, value] of Object.entries(fields ?? {}))
      this.seen.add(keyOf(profile, uid, field, value))
  }

  has(profile: string, uid: string, field: string, value: unknown): boolean {
    return this.seen.has(keyOf(profile, uid, field, value))
  }
}

function keyOf(...words: unknown[]): string {
  return JSON.stringify(words)
}

/** [MG1] [MG3] [MG5] What an edit or a delete has taken away, unasked. */
export function goneUnseen(sight: Sight, ledger: LedgerEntry[]): string[] {
  return ledger.flatMap(({ uid, user, op, before, after }) => {
    if (!before) return []
    const gone = Object.keys(before.fields).filter(
      // A Device may be known by its uid here and by its id there.
      field => field !== 'device_id' && before.fields[field] !== after?.fields[field],
    )
    return gone
      .filter(field => !sight.has(user, uid, field, before.fields[field]))
      .map(
        field =>
          `gone unseen by ${user}, by ${op}: ${field} of ${shortOf(uid)} = ${String(before.fields[field])}`,
      )
  })
}
