/** What each person was shown of each field: nobody's value may give way to somebody who has not seen it. */
import type { Fields } from '../../shared/record.ts'
import { type LedgerEntry, shortOf } from './ledger.ts'

interface Shown {
  profile: string
  uid: string
  fields: Fields | null | undefined
}

export class Sight {
  private readonly seen = new Set<string>()
  private readonly deleted = new Set<string>()

  /** In a form that was saved, or in a question that was answered. */
  note(shown: Shown): void {
    for (const key of keysOf(shown)) this.seen.add(key)
  }

  /** When its record was deleted, with any question about it: that is not answered by this. */
  noteDelete(shown: Shown): void {
    for (const key of keysOf(shown)) this.deleted.add(key)
  }

  has(op: string, shown: Shown): boolean {
    return keysOf(shown).every(key => this.seen.has(key) || (op === 'delete' && this.deleted.has(key)))
  }
}

function keysOf({ profile, uid, fields }: Shown): string[] {
  return Object.entries(fields ?? {}).map(([field, value]) => JSON.stringify([profile, uid, field, value]))
}

/** [MG1] [MG3] [MG5] What an edit or a delete has taken away, unasked. */
export function goneUnseen(sight: Sight, ledger: LedgerEntry[]): string[] {
  return ledger.flatMap(({ uid, user, op, before, after }) => {
    if (!before) return []
    return Object.entries(before.fields)
      .filter(([field, value]) => {
        // A Device may be known by its uid here and by its id there.
        if (field === 'device_id' || value === after?.fields[field]) return false
        return !sight.has(op, { profile: user, uid, fields: { [field]: value } })
      })
      .map(
        ([field, value]) =>
          `gone unseen by ${user}, by ${op}: ${field} of ${shortOf(uid)} = ${String(value)}`,
      )
  })
}
