/** What stands beside the rows of the outbox, written with each change to them. */
import type { Database } from './database.ts'
import type { Schema } from './schema.ts'

export interface Work {
  /** Rises with every change, so that each tab knows whether it remembers the rows as they are. */
  revision: number
  /** [OB5] Rows on their way whose own `attempted` was not written again. */
  attempted: number[]
  /** The change that wrote the last new rows, and their numbers: one whose end was not heard of is not written twice. */
  newest?: { change: string; seqs: number[] }
}

const noWork: Work = { revision: 0, attempted: [] }

export async function readWork({ meta }: Schema): Promise<Work> {
  return ((await meta.get('work'))?.value as Work | undefined) ?? noWork
}

export async function readWorkRevision(db: Database): Promise<number> {
  return (await db.run(readWork)).revision
}

export interface WorkChange {
  put?: { seq: number }[]
  attempt?: number[]
  remove?: number[]
}

export function workAfter(
  { revision, attempted }: Work,
  { attempt = [], put = [], remove = [] }: WorkChange,
  newest?: Work['newest'],
): Work {
  // A row that is put says itself whether it is on its way.
  const said = new Set([...remove, ...put.map(row => row.seq)])
  const left = [...attempted, ...attempt].filter(seq => !said.has(seq))
  return { revision: revision + 1, attempted: left, ...(newest && { newest }) }
}

/** Numbers as ranges without gaps: a settled batch is one delete, not five hundred. */
export function runsOf(seqs: readonly number[]): [first: number, last: number][] {
  const runs: [number, number][] = []
  for (const seq of seqs.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && seq <= run[1] + 1) run[1] = seq
    else runs.push([seq, seq])
  }
  return runs
}
