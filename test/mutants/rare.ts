/** Mutants that a thousand seeds may not catch: hunted by name only. Tests of their own catch them. */
import type { Mutant } from './mutant.ts'

export const rare: readonly Mutant[] = [
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
    name: 'save-written-twice',
    file: 'client/engine/disk/work.ts',
    find: `    if (before) return before
    const tables`,
    replace: `    if (before && before.seq < 0) return before
    const tables`,
    story: 'a save whose connection dies before it says so stands there twice',
  },
  {
    name: 'taken-back-in-flight',
    file: 'client/engine/disk/work.ts',
    find: `      if (Math.max(...rows, ...shared) !== own) return null
`,
    replace: `      if (rows.includes(-1)) return null
`,
    story: 'an act is taken back although a flight has it',
  },
  {
    name: 'answered-forgotten-by-clock',
    file: 'client/engine/disk/work.ts',
    find: `const answeredKept = 5_000`,
    replace: `const answeredKept = 0`,
    story: 'a clock that jumps ahead empties what a restored server would have to be told',
  },
  {
    name: 'refusal-never-passes',
    file: 'client/engine/sync/passing.ts',
    find: `if (code !== 'in_use') return false`,
    replace: `if (code !== 'in_use' || kind !== '') return false`,
    story: 'what could be deleted by now waits for a person all the same',
  },
  {
    name: 'withdraw-not-asked',
    file: 'client/engine/sync/push.ts',
    find: `const answer = await outside.transport.withdraw(asking).catch((error: unknown) => {`,
    replace: `const results = asking.ids.map(id => ({ id, outcome: 'withdrawn' as const }))
  const answer = await Promise.resolve({ history: replica.pulled.history ?? '', results }).catch((error: unknown) => {`,
    story: 'a flight is given up without a word to the server, which may have applied it',
  },
  {
    name: 'kept-without-its-edits',
    file: 'client/engine/work/fold.ts',
    find: `changes: changesBetween(deed.theirs, ownOf(sum)) }`,
    replace: `changes: {} }`,
    story: 'a delete that is let go takes the edits before it along',
  },
  {
    name: 'undo-does-nothing',
    file: 'client/engine/work/undo.ts',
    find: `if (!after) return before && {`,
    replace: `if (!after) return after && {`,
    story: 'a delete that has left is not taken back',
  },
]
