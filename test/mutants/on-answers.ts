/** Mutants of what follows an answer: of the server, of a person who was asked, of another tab. */
import type { Mutant } from './mutant.ts'

export const onAnswers: readonly Mutant[] = [
  {
    name: 'folded-unjudged',
    file: 'client/engine/sync/settle.ts',
    find: `remove.length > 0 ? judged(whole, parked, moment) : whole && { ...whole, parked }`,
    replace: `{ ...whole, parked }`,
    story: 'what was typed behind an edit on its way goes over what somebody else has changed',
  },
  {
    name: 'kept-without-its-edits',
    file: 'client/engine/sync/let-go.ts',
    find: `put: row.took ? [`,
    replace: `put: row.took && row.seq < 0 ? [`,
    story: 'a refused delete that is let go loses the edits it had taken along',
  },
  {
    name: 'tab-hears-no-pages',
    file: 'client/engine/world.ts',
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
    file: 'client/engine/sync/suspicion.ts',
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
    file: 'client/engine/sync/run.ts',
    find: `replica.damaged.size > 0 || isVerifyDue(replica.pulled, outside.now())`,
    replace: `isVerifyDue(replica.pulled, outside.now()) && (replica.pulled.verifiedAt ?? 0) > 0`,
    story: 'what stood on a page that cannot be read does not come again before the next day',
  },
  {
    name: 'unreadable-row-stops-all',
    file: 'client/engine/sync/push.ts',
    find: `filter(row => wanted.has(row.seq) && !row.parked)`,
    replace: `filter(row => wanted.has(row.seq) && !row.parked && replica.unreadable.length === 0)`,
    story: 'an edit that cannot be read keeps all others from being sent',
  },
]
