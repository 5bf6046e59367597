/** Planted in what follows an answer: of the server, of a person who was asked, of another tab. */
import type { Planted } from './planted.ts'

export const onAnswers: readonly Planted[] = [
  {
    name: 'folded-unjudged',
    file: 'client/sync/settle.ts',
    find: `remove.length > 0 ? judged(whole, parked, moment) : whole && { ...whole, parked }`,
    replace: `{ ...whole, parked }`,
    story: 'what was typed behind an edit on its way goes over what somebody else has changed',
  },
  {
    name: 'kept-without-its-edits',
    file: 'client/sync/plan.ts',
    find: `if (!took) return { put`,
    replace: `if (took ?? true) return { put`,
    story: 'a refused delete that is let go loses the edits it had taken along',
  },
  {
    name: 'tab-hears-no-pages',
    file: 'client/engine/open.ts',
    find: `      await replica.catchUp()
      // What was read`,
    replace: `      // What was read`,
    story: 'a tab does not read the pages that another tells it of',
  },
  {
    name: 'ids-after-restore',
    file: 'server/db/restored.ts',
    find: `await keepLastId(tx, name, last < BigInt(maxId) ? last : BigInt(maxId))`,
    replace: `await keepLastId(tx, name, last < 0n ? last : copied)`,
    story: 'a restored server gives out ids that it had given out before',
  },
  {
    name: 'obstacle-stops-all',
    file: 'client/sync/suspicion.ts',
    find: `!(isOver || isHeard)) return null`,
    replace: `!isOver) return null`,
    story: 'an edit that does not get through keeps all others from being sent',
  },
  {
    name: 'anybodys-session',
    file: 'server/sync/push.ts',
    find: `if (named !== null && named !== userId) throw new AppError('wrong_user')`,
    replace: ``,
    story: "one person's work goes out in the session of another, and their device becomes the other's",
  },
  {
    name: 'damage-not-mended',
    file: 'client/sync/run.ts',
    find: `replica.damaged.size > 0 || isVerifyDue(replica.pulled, outside.now())`,
    replace: `isVerifyDue(replica.pulled, outside.now()) && (replica.pulled.verifiedAt ?? 0) > 0`,
    story: 'what stood on a page that cannot be read does not come again before the next day',
  },
  {
    name: 'unreadable-row-stops-all',
    file: 'client/sync/push.ts',
    find: `filter(row => wanted.has(row.seq) && !row.parked)`,
    replace: `filter(row => wanted.has(row.seq) && !row.parked && replica.unreadable.length === 0)`,
    story: 'an edit that cannot be read keeps all others from being sent',
  },
  {
    name: 'undone-over-theirs',
    file: 'client/sync/plan.ts',
    find: `op: 'update', changes: took }`,
    replace: `op: 'update', changes: Object.fromEntries(Object.entries(took).map(([name, [, mine]]) => [name, [row.base?.fields[name] ?? null, mine] as const])) }`,
    story: 'an edit that comes back with a delete let go goes over what a question had shown',
  },
  {
    name: 'settle-by-memory',
    file: 'client/sync/push.ts',
    find: `replica.outbox.filter(row => !ofRecord.has(row.mutation.uid))`,
    replace: `replica.outbox.filter(row => !rowOf.has(row.seq))`,
    story: 'what another tab has undone unheard is parked with a conflict',
  },
  {
    name: 'drop-what-takes-back',
    file: 'client/sync/settle.ts',
    find: `if (!next && mayBeThere(row, parked)) {`,
    replace: `if (!next && mayBeThere(row, parked) && row.seq < 0) {`,
    story: 'the delete of a record whose creation nobody has answered for is dropped with it',
  },
  {
    name: 'save-written-twice',
    file: 'client/db/outbox.ts',
    find: `if (token !== null && before.newest?.change === token)`,
    replace: `if (token !== null && before.newest?.change === '')`,
    story: 'a save whose connection dies before it says so stands in the outbox twice',
  },
  {
    name: 'undo-with-old-ids',
    file: 'client/sync/plan-remove.ts',
    find: `return isOwn ? row : { ...row`,
    replace: `return isOwn || newUid ? row : { ...row`,
    story: 'an undo gives back an edit under the id with which its delete had gone out',
  },
  {
    name: 'reuse-dead-connection',
    file: 'client/db/database.ts',
    find: `if (connection === used) connection = null`,
    replace: ``,
    story: 'a connection that has died is used again',
  },
  {
    name: 'reuse-dead-connection',
    file: 'client/db/database.ts',
    find: `          used.close()
`,
    replace: ``,
    story: 'a connection that has died is used again',
  },
  {
    name: 'drop-edit-behind-nothing',
    file: 'client/sync/settle.ts',
    find: `    if (!whole) break
    const next`,
    replace: `    if (!whole) remove.push(each.seq)
    if (!whole) continue
    const next`,
    story: 'what was typed after a refused delete and its undoing is gone',
  },
  {
    name: 'answer-before-older-edits',
    file: 'client/sync/plan-save.ts',
    find: `return planAnswer(act, edit, withTaken(parked))`,
    replace: `return { ...replaceParked(act, parked, edit.fields), remove: [parked.seq] }`,
    story: 'what was mended in the form loses to an older edit that was on its way',
  },
]
