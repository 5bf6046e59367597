/** Many records at once: which, and what is done to them. */
import type { Issue } from '../shared/fields.ts'
import type { Fields } from '../shared/record.ts'
import type { Query } from './contract-records.ts'
import type { GroupRef } from './contract-import.ts'

/** [MA1] A rule, and no list: all that a query finds but for some, or some alone. */
export interface Selection {
  kind: string
  query: Query
  isAllBut: boolean
  /** The exceptions, or the chosen. */
  uids: readonly string[]
}

/** `fields`: those that are to be so in each record. */
export type ManyAct = { do: 'edit'; fields: Fields } | { do: 'delete' }

/** What an act would do, before anything is written. */
export interface ManyPreview {
  /** Records of the selection. */
  total: number
  changed: number
  /** They are so already. */
  unchanged: number
  /** Records to which it cannot be done, by the reason: `asked` waits for an answer, `in_use` is referred to. */
  refused: { code: 'asked' | 'in_use'; count: number }[]
  /** Values that no record may have: nothing can be done. */
  issues: Issue[]
}

/** `changed`: records of the selection that the act was done to. */
export interface ManyDone {
  outcome: 'saved'
  group: GroupRef | null
  changed: number
}
