/** Mutants of unsettled work: acts, flights, answers. Seeded runs must catch them. */
import type { Mutant } from './mutant.ts'

export const onWork: readonly Mutant[] = [
  {
    name: 'acts-leave-by-count',
    file: 'client/engine/disk/work.ts',
    find: `await schema.acts.bulkDelete(gone)`,
    replace: `await schema.acts.bulkDelete(await schema.acts.orderBy('seq').limit(boarded.length).primaryKeys())`,
    story: 'as many acts leave as have a flight, whichever they are',
  },
  {
    name: 'acts-stay-behind',
    file: 'client/engine/disk/work.ts',
    find: `      await schema.acts.bulkDelete(gone)
`,
    replace: ``,
    story: 'acts stand on the disk beside the flight that has them, and go out twice',
  },
  {
    name: 'shared-acts-stay-behind',
    file: 'client/engine/disk/work.ts',
    find: `      await leaveGroups(schema, heads, gone)
`,
    replace: ``,
    story: 'acts in shared rows stand on the disk beside the flights that have them, and go out twice',
  },
  {
    name: 'shared-taken-back-under-others',
    file: 'client/engine/disk/groups.ts',
    find: `isFree(uid) && wanted.has(seq) && newest.get(uid) === seq`,
    replace: `isFree(uid) && wanted.has(seq) && newest.size > 0`,
    story: 'what was done to many is taken back under what one of them was changed to since',
  },
  {
    name: 'left-though-taken-back',
    file: 'client/engine/disk/work.ts',
    find: `there.has(row.id) || areSame(older, seqs[at] ?? [])`,
    replace: `there.has(row.id) || older.length >= 0`,
    story: 'what another tab has just taken back leaves all the same',
  },
  {
    name: 'older-acts-left-behind',
    file: 'client/engine/disk/work.ts',
    find: `return acts.length === seqs.length && acts.every(({ seq }) => seqs.includes(seq))`,
    replace: `const here = new Set(acts.map(({ seq }) => seq))
  return seqs.every(seq => here.has(seq))`,
    story: 'a later act leaves before what another tab did, unheard: its person is asked about themselves',
  },
  {
    name: 'acts-not-freed',
    file: 'client/engine/disk/work.ts',
    find: `      await schema.acts.bulkPut(acts)
`,
    replace: ``,
    story: 'the flight of what the server refuses is forgotten, and its acts with it',
  },
  {
    name: 'sealed-flight-not-waiting',
    file: 'client/engine/disk/flights.ts',
    find: `const state = !flight.mutation ? 'idle' : isAnswered ? 'answered' : 'waiting'`,
    replace: `const state = !flight.mutation ? 'idle' : isAnswered || !isRepeated ? 'answered' : 'waiting'`,
    story: 'a flight counts as answered when it leaves: what is lost on the way is gone',
  },
  {
    name: 'new-id-on-retry',
    file: 'client/engine/sync/push.ts',
    find: `return [...again, ...departed]`,
    replace: `return [
    ...again.map(flight => {
      const id = outside.newUid()
      return { ...flight, id, mutation: flight.mutation && { ...flight.mutation, id } }
    }),
    ...departed,
  ]`,
    story: 'each attempt has an id of its own, so a lost answer means doing it twice',
  },
  {
    name: 'one-id-for-all',
    file: 'client/engine/sync/push.ts',
    find: `flightOf(work, effect, departureOf(replica, outside, work))`,
    replace: `flightOf(work, effect, { ...departureOf(replica, outside, work), id: work.uid })`,
    story: 'the id of a flight is used again for other content',
  },
  {
    name: 'no-history-with-push',
    file: 'client/engine/sync/push.ts',
    find: `const history = pulled.history ?? pulled.cursor`,
    replace: `const history = pulled.revision < 0 ? pulled.cursor : null`,
    story: 'a restored server settles new work before it is told what it lost',
  },
  {
    name: 'drop-refused',
    file: 'client/engine/work/answer.ts',
    find: `freed: dropped.flatMap(freedBy),`,
    replace: `freed: settlement.outcome === 'rejected' ? [] : dropped.flatMap(freedBy),`,
    story: 'what the server refuses is gone',
  },
  {
    name: 'drop-conflicting',
    file: 'client/engine/work/answer.ts',
    find: `freed: dropped.flatMap(freedBy),`,
    replace: `freed: settlement.outcome === 'conflict' ? [] : dropped.flatMap(freedBy),`,
    story: "what meets another's change is gone",
  },
  {
    name: 'restore-frees-nothing',
    file: 'client/engine/work/answer.ts',
    find: `freed: dropped.flatMap(freedBy),`,
    replace: `freed: flight.isRepeated ? [] : dropped.flatMap(freedBy),`,
    story: 'what a restored server does not take any more is gone',
  },
  {
    name: 'last-base-wins',
    file: 'client/engine/work/fold.ts',
    find: `return first ? first[0] : seenBy(unheard, name, shown)`,
    replace: `return first && first[0] === noValue ? first[0] : seenBy(unheard, name, shown)`,
    story: "an edit over one's own claims to have seen a value the server never had",
  },
  {
    name: 'since-ignored',
    file: 'client/engine/work/fold.ts',
    find: `all.filter(({ seq }) => seq > since && seq < own)`,
    replace: `all.filter(({ seq }) => seq > since && seq < Math.min(own, 0))`,
    story: "a form older than one's own later edit takes that for somebody else's",
  },
  {
    name: 'let-go-by-edit',
    file: 'client/engine/work/fold.ts',
    find: `return edited({ ...sum, gone: null }, deed.changes, seen)`,
    replace: `return edited(sum.made ? { ...sum, gone: null } : nothing, deed.changes, seen)`,
    story: 'of several edits only the last one goes out',
  },
  {
    name: 'choose-forgets-others',
    file: 'client/engine/work/fold.ts',
    find: `{ ...others, ...changesBetween(theirs,`,
    replace: `{ ...changesBetween(theirs,`,
    story: 'whoever answers about one field loses what they had changed in the others',
  },
  {
    name: 'refusal-ignored',
    file: 'client/engine/work/act.ts',
    find: `return refusal && newestSeq(acts) === refusal.upTo ? refusal : null`,
    replace: `return refusal && newestSeq(acts) < refusal.upTo ? refusal : null`,
    story: 'what is refused is sent again for ever, and nobody is told',
  },
  {
    name: 'resync-drops-flights',
    file: 'client/engine/sync/run.ts',
    find: `      await replica.restart()
`,
    replace: `      const flying = replica.works.all.flatMap(({ flights }) => flights.filter(each => !each.isAnswered))
      await replica.land({ ...nothingLanded, dropped: flying.map(({ id }) => id) })
      await replica.restart()
`,
    story: 'starting anew throws away what was on its way',
  },
  {
    name: 'no-repeat',
    file: 'client/engine/disk/work.ts',
    find: `    await schema.flights.bulkPut(rows.map(row => ({ ...row, state: 'waiting', isRepeated: true })))
    return rows.length > 0`,
    replace: `    return rows.length < 0`,
    story: 'a restored server never gets back what it lost',
  },
  {
    name: 'half-an-answer',
    file: 'client/engine/work/shown.ts',
    find: `answer ? answer.record : page`,
    replace: `answer?.record && page ? { ...answer.record, fields: { ...answer.record.fields, card: page.fields['card'] ?? answer.record.fields['card'] ?? null } } : page`,
    story: 'until the next pull a settled edit shows beside a value of before',
  },
  {
    name: 'answer-out-of-view',
    file: 'client/engine/work/shown.ts',
    find: `each.run > run`,
    replace: `each.run > run + 1`,
    story:
      'what was sent is out of view until a pull brings it back: the record looks older than its owner left it',
  },
  {
    name: 'unreadable-act-stops-all',
    file: 'client/engine/sync/push.ts',
    find: `boardingOf(replica.works.all, sight,`,
    replace: `boardingOf(replica.works.unreadable.length > 0 ? [] : replica.works.all, sight,`,
    story: 'an act that cannot be read keeps all others from being sent',
  },
  {
    name: 'passed-unheard',
    file: 'client/engine/sync/run.ts',
    find: `  outside.tell({ type: 'work', addresses: passed })
`,
    replace: ``,
    story: 'other tabs do not hear that something refused may go out again',
  },
  {
    name: 'tab-hears-no-pages',
    file: 'client/engine/user.ts',
    find: `      await replica.catchUp()
      // A reading`,
    replace: `      // A reading`,
    story: 'a tab does not read the pages that another tells it of',
  },
  {
    name: 'obstacle-stops-all',
    file: 'client/engine/sync/stray.ts',
    find: `return blame !== undefined && (blame.cause !== 'server_failed' ||`,
    replace: `return blame !== undefined && (blame.cause === 'too_large' ||`,
    story: 'an edit that does not get through keeps all others from being sent',
  },
  {
    name: 'anybodys-session',
    file: 'server/sync/envelope.ts',
    find: `if (named !== null && named !== userId) throw new AppError('wrong_user')
`,
    replace: `
`,
    story: "one person's work goes out in the session of another, and their device becomes the other's",
  },
]
