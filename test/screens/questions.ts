/** What waits for a person, as the engine tells it. */
import type { AttentionItem } from '../../client/contract.ts'
import { filled, uid } from './forms.ts'

type Conflict = Extract<AttentionItem, { outcome: 'conflict' }>

/** About the name of a Record B: as it was, as its person wants it, as it is on the server. */
export function conflictB(
  [was, mine, theirs]: [string, string, string],
  more: Partial<Conflict> = {},
): Conflict {
  return {
    ...{ kind: 'record_b', uid, asked: `${mine} or ${theirs}`, since: 5, op: 'update', title: mine, at: 0 },
    ...{
      base: { ...filled, nama: was },
      mine: { ...filled, nama: mine },
      changed: ['nama'],
      titles: {},
      noted: { by: '', at: '' },
    },
    ...{ outcome: 'conflict', reason: 'changed', conflicts: ['nama'], theirs: { ...filled, nama: theirs } },
    ...more,
  }
}
