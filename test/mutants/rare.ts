/** Mutants that a thousand seeds may not catch: hunted by name only. Tests of their own catch them. */
import type { Mutant } from './mutant.ts'

export const rare: readonly Mutant[] = [
  {
    name: 'save-written-twice',
    file: 'client/engine/disk/outbox.ts',
    find: `if (token !== null && before.newest?.change === token)`,
    replace: `if (token !== null && before.newest?.change === '')`,
    story: 'a save whose connection dies before it says so stands in the outbox twice',
  },
  {
    name: 'undo-with-old-ids',
    file: 'client/engine/sync/plan-remove.ts',
    find: `return isOwn ? row : { ...row`,
    replace: `return isOwn || newUid ? row : { ...row`,
    story: 'an undo gives back an edit under the id with which its delete had gone out',
  },
  {
    name: 'older-form-over-theirs',
    file: 'client/engine/sync/plan.ts',
    find: `return mutation.op === 'update' && !isEmpty(overUnseen(`,
    replace: `return mutation.op === 'delete' && !isEmpty(overUnseen(`,
    story: 'an older form goes over what a record made again holds of others',
  },
  {
    name: 'waiting-blocks-others',
    file: 'client/engine/sync/push.ts',
    find: `for (const { seq } of batch) waiting.add(seq)`,
    replace: `if (count === 0) break`,
    story: 'a batch of edits that wait for a record ends the run, and that record is never sent',
  },
  {
    name: 'undone-over-theirs',
    file: 'client/engine/sync/let-go.ts',
    find: `put: row.took ? [edit(act, row, row.took)]`,
    replace: `put: row.took ? [edit(act, row, Object.fromEntries(Object.entries(row.took).map(([name, [, mine]]) => [name, [row.base?.fields[name] ?? null, mine] as const])))]`,
    story: 'an edit that comes back with a delete let go goes over what a question had shown',
  },
  {
    name: 'settle-by-memory',
    file: 'client/engine/sync/push.ts',
    find: `replica.outbox.filter(row => !ofRecord.has(row.mutation.uid))`,
    replace: `replica.outbox.filter(row => !rowOf.has(row.seq))`,
    story: 'what another tab has undone unheard is parked with a conflict',
  },
  {
    name: 'drop-what-takes-back',
    file: 'client/engine/sync/settle.ts',
    find: `if (!next && mayBeThere(row, parked)) {`,
    replace: `if (!next && mayBeThere(row, parked) && row.seq < 0) {`,
    story: 'the delete of a record whose creation nobody has answered for is dropped with it',
  },
  {
    name: 'reuse-dead-connection',
    file: 'client/engine/disk/database.ts',
    find: `if (connection === used) connection = null`,
    replace: ``,
    story: 'a connection that has died is used again',
  },
  {
    name: 'reuse-dead-connection',
    file: 'client/engine/disk/database.ts',
    find: `          used.close()
`,
    replace: ``,
    story: 'a connection that has died is used again',
  },
  {
    name: 'drop-edit-behind-nothing',
    file: 'client/engine/sync/settle.ts',
    find: `    if (!whole) break
    // [MG3]`,
    replace: `    if (!whole) remove.push(each.seq)
    if (!whole) continue
    // [MG3]`,
    story: 'what was typed after a refused delete and its undoing is gone',
  },
  {
    name: 'answer-before-older-edits',
    file: 'client/engine/sync/plan-save.ts',
    find: `return planAnswer(act, edit, asEdit(parked))`,
    replace: `return { ...replaceParked(act, parked, edit.fields), remove: [parked.seq] }`,
    story: 'what was mended in the form loses to an older edit that was on its way',
  },
]
