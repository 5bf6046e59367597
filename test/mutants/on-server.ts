/** Mutants of the server that seeded runs must catch. */
import type { Mutant } from './mutant.ts'

export const onServer: readonly Mutant[] = [
  {
    name: 'skip-ledger-check',
    file: 'server/sync/one-push.ts',
    find: `    if (seen) {`,
    replace: `    if (seen && id === '') {`,
    story: 'a mutation sent twice is judged twice',
  },
  {
    name: 'answer-without-commit',
    file: 'server/sync/settle.ts',
    find: `return { commit: ledger.length + refused.length + clients.length > 0,`,
    replace: `return { commit: ledger.length + refused.length + clients.length > 0 && clock % 5 > 0,`,
    story: 'now and then the server says applied and has not written it',
  },
  {
    name: 'ledger-row-missing',
    file: 'server/sync/settle.ts',
    find: `kinds: written, ledger,`,
    replace: `kinds: written, ledger: ledger.slice(0, 1),`,
    story: 'only the first mutation of a push is remembered',
  },
  {
    name: 'clock-stands-still',
    file: 'server/sync/settle.ts',
    find: `moment === after ?`,
    replace: `moment === after && clock % 7 > 0 ?`,
    story: 'two commits share a clock, and cursors pass over the second',
  },
  {
    name: 'take-any-base',
    file: 'server/sync/judge.ts',
    find: `const verdict = judgeEffect(before?.fields ?? null, effect)`,
    replace: `for (const [name, change] of Object.entries(effect.op === 'update' ? effect.changes : {}))
    Object.assign(change, [before?.fields[name] ?? null])
  const verdict = judgeEffect(before?.fields ?? null, effect)`,
    story: 'an edit goes over what others have changed meanwhile',
  },
  {
    name: 'delete-any-version',
    file: 'server/sync/protocol-3.ts',
    find: `current.version !== version`,
    replace: `current.version < version`,
    story: 'a delete takes along what others have changed meanwhile',
  },
  {
    name: 'half-applied',
    file: 'server/sync/judge.ts',
    find: `batch.update(kind, uid, fields, stamp)`,
    replace: `batch.update(kind, uid, { ...fields, card: before.fields['card'] ?? null }, stamp)`,
    story: 'of two fields saved together only one arrives',
  },
  {
    name: 'no-tombstones',
    file: 'server/sync/batch.ts',
    find: `return buriedId === null || tombstone`,
    replace: `return buriedId === null || tombstone || uid !== ''`,
    story: 'nobody hears of deletions',
  },
  {
    name: 'row-passed-over',
    file: 'server/sync/walk.ts',
    find: `const version = (from ?? 0) + 1`,
    replace: `const version = (from ?? 0) + (from ? 2 : 1)`,
    story: 'the first commit after a cursor is never sent',
  },
  {
    name: 'ignore-commit-token',
    file: 'server/sync/cursor.ts',
    find: ` || token !== cursor.token`,
    replace: ``,
    story: 'a restored server takes cursors of the history it has lost',
  },
  {
    name: 'ignore-history-floor',
    file: 'server/sync/cursor.ts',
    find: `if (isAhead || isForgotten || token`,
    replace: `if (isAhead || (isForgotten && from < 0) || (token !== undefined && token`,
    story: 'a client below the history floor misses deletions',
  },
  {
    name: 'ignore-history-floor',
    file: 'server/sync/cursor.ts',
    find: `!== cursor.token) throw`,
    replace: `!== cursor.token)) throw`,
    story: 'a client below the history floor misses deletions',
  },
]
