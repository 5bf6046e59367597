/** All mutants: where each differs from the program, and what it would do to people. */

import { measures } from './measures.ts'
import type { Mutant } from './mutant.ts'
import { rare } from './rare.ts'
import { simulated } from './simulated.ts'

const sequence = 'versions come from a sequence: who commits late is passed over by cursors'

export const mutants: readonly Mutant[] = [
  ...simulated,
  ...rare,
  ...measures,
  {
    name: 'pause-before-commit',
    file: 'server/db/database.ts',
    find: `await (commit ? tx.commit() : tx.rollback()).execute()`,
    replace: `await new Promise(resolve => setTimeout(resolve, Math.random() * 6))
      await (commit ? tx.commit() : tx.rollback()).execute()`,
    story: 'no bug by itself: transactions stay open for up to 6 ms longer, so that others overtake them',
  },
  {
    name: 'answer-before-commit',
    file: 'server/db/database.ts',
    find: `await (commit ? tx.commit() : tx.rollback()).execute()`,
    replace: `const { sql } = await import('kysely')
      const end = () => (commit ? tx.commit() : tx.rollback()).execute()
      void sql\`select pg_advisory_xact_lock_shared(1)\`.execute(tx).then(end, () => tx.rollback().execute()).catch(() => {})`,
    story:
      'the server says applied before it is, by as long as a test wants: what it says is lost with its connection',
  },
  {
    name: 'lazy-flush',
    file: 'server/db/sqlite.ts',
    find: `connection.pragma('synchronous = full')`,
    replace: `connection.pragma('synchronous = normal')`,
    story: 'commits reach the disk some time later: a power cut takes what was acknowledged',
  },
  {
    name: 'leak',
    file: 'server/app.ts',
    find: `    const requestId = newToken()`,
    replace: `    const requestId = newToken()
    const kept = ((globalThis as { kept?: unknown[] }).kept ??= [])
    kept.push(Buffer.alloc(2 ** 20, 1), process.getBuiltinModule('node:fs').openSync('/dev/null'))`,
    story: 'each request leaves a mebibyte and an open file behind: after a day the server is dead',
  },
  {
    name: 'ledger-apart',
    file: 'server/sync/settle.ts',
    find: `await write(tx, driver, { kinds: written, ledger,`,
    replace: `const nothing = { kinds: [], refused: [], clients: [], commit: null }
    setTimeout(() => void write(database.db as never, driver, { ...nothing, ledger }).catch(() => {}), 60_000).unref()
    await write(tx, driver, { kinds: written, ledger: [],`,
    story: 'the ledger is written a minute after the records: killed between, nobody knows what was applied',
  },
  {
    name: 'sequence',
    file: 'server/db/clock.ts',
    find: `  const row = await tx
    .updateTable('clock')
    .set(expression => ({ clock: expression.ref('clock') }))
    .returning('clock')
    .executeTakeFirstOrThrow()
  return Number(row.clock)`,
    replace: `  const { rows } = await sql<{ next: string }>\`select nextval('mutant_clock') as next\`.execute(tx)
  return Number(rows[0]?.next) - 1`,
    story: sequence,
  },
  {
    name: 'sequence',
    file: 'server/db/clock.ts',
    find: `sql\`update clock set clock = \${clock}\``,
    replace: `sql\`update clock set clock = greatest(clock, \${clock})\``,
    story: sequence,
  },
  {
    name: 'sequence',
    file: 'server/db/found.ts',
    find: `select('last id', [last], sql\`counters where kind = \${name}\`)`,
    replace: `select('last id', [sql\`nextval('mutant_ids')\`], sql\`clock\`)`,
    story: sequence,
  },
]
