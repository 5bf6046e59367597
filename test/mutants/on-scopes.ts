/** Mutants of who may see what. Seeded runs must catch them. */
import type { Mutant } from './mutant.ts'

export const onScopes: readonly Mutant[] = [
  {
    name: 'reader-without-scope',
    file: 'server/sync/walk.ts',
    find: `yield* world.scope.sees === 'everything' ? allPages`,
    replace: `yield* world.scope.since >= 0 ? allPages`,
    story: 'whoever asks for changes is sent everything',
  },
  {
    name: 'buckets-without-scope',
    file: 'server/sync/whole.ts',
    find: `const isAll = scope.sees === 'everything'`,
    replace: `const isAll = scope.since >= 0`,
    story: 'what is compared is everything, and a device fetches what its person may not see',
  },
  {
    name: 'anybodys-eyes',
    file: 'server/route.ts',
    find: `(request.headers.get(userHeader) ?? id) !== id`,
    replace: `(request.headers.get(userHeader) ?? id) === ''`,
    story: 'beside an open tab somebody else signs in, and its device is sent what they see',
  },
  {
    name: 'move-unsent',
    file: 'server/sync/walk-reached.ts',
    find: `['records', 'deleted', 'departed', 'left']`,
    replace: `['records', 'deleted', 'left']`,
    story: 'a record that goes on to within another stays with those who do not see it there',
  },
  {
    name: 'taken-unsent',
    file: 'server/sync/walk-reached.ts',
    find: `['records', 'deleted', 'departed', 'left']`,
    replace: `['records', 'deleted', 'departed']`,
    story: 'what a grant had brought stays when that is taken',
  },
  {
    name: 'reach-not-renewed',
    file: 'server/sync/settle.ts',
    find: `if (commit && found.isAnybodyLimited) await`,
    replace: `if (commit && found.isAnybodyLimited && commit.clock < 0) await`,
    story: 'a Device that goes on to another site is seen where it stood',
  },
  {
    name: 'conflict-leaks',
    file: 'server/sync/judge.ts',
    find: `  if (before && !sight.sees(kind, before)) return { refusal: rejected(id, [outOfScope('')]) }
  const { effect, issues } = resolved(batch, judged, before)
  const verdict = judgeEffect(before?.fields ?? null, effect)
`,
    replace: `  const { effect, issues } = resolved(batch, judged, before)
  const verdict = judgeEffect(before?.fields ?? null, effect)
  if (verdict.outcome !== 'conflict' && before && !sight.sees(kind, before))
    return { refusal: rejected(id, [outOfScope('')]) }
`,
    story:
      'what is pushed is compared before it is asked who sees it, and a conflict tells of a record elsewhere',
  },
  {
    name: 'repeated-answer-leaks',
    file: 'server/sync/remembered.ts',
    find: `if (sight.seesOnWire(settlement.record)) return asShown`,
    replace: `if (settlement.record.version >= 0) return asShown`,
    story: 'what comes again is answered with a record that its person does not see any more',
  },
  {
    name: 'outside-for-ever',
    file: 'client/engine/sync/land.ts',
    find: `(isOutOfScope(refusal) && isBack(work))`,
    replace: `(isOutOfScope(refusal) && isBack(work) && kinds.size === 0)`,
    story: 'work that lay outside is not sent when its record is seen again',
  },
  {
    name: 'outside-is-gone',
    file: 'client/engine/work/answer.ts',
    find: `freed: dropped.flatMap(freedBy),`,
    replace: `freed: issues?.some(({ code }) => code === 'out_of_scope') ? [] : dropped.flatMap(freedBy),`,
    story: 'work on what its person does not see any more is gone',
  },
]
