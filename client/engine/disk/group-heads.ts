/** [MA4] Where acts in shared rows stand: read off the heads, of which there are few. */
import type { Address } from '../work/act.ts'
import type { GroupRow, Schema } from './schema.ts'

/** Of one act, wherever it goes. */
export const nameOf = ({ write }: Pick<GroupRow, 'write'>, place: number) => `${write}/${place}`

export const isFree = (uid: string) => uid !== ''

/** Acts in no flight, in the shared rows. */
export interface Standing extends Address {
  seq: number
  write: string
}

/** Of these records; null: of all. */
export function standingIn(heads: readonly GroupRow[], uids: ReadonlySet<string> | null): Standing[] {
  return heads.flatMap(head => {
    const { kind, seq } = head
    return head.uids.flatMap((uid, place) =>
      isFree(uid) && (!uids || uids.has(uid))
        ? [{ kind, uid, seq: seq + place, write: nameOf(head, place) }]
        : [],
    )
  })
}

/** Those that were taken back, in the same way. */
export function takenBackIn(heads: readonly GroupRow[], uids: ReadonlySet<string> | null): Standing[] {
  return heads.flatMap(head =>
    head.back.flatMap(back =>
      back.uids.flatMap((uid, place) =>
        isFree(uid) && (!uids || uids.has(uid))
          ? [{ kind: head.kind, uid, seq: back.seq + place, write: nameOf(head, place) }]
          : [],
      ),
    ),
  )
}

/** The greatest number in any of them; 0: there is none. */
export function newestInGroups(heads: readonly GroupRow[]): number {
  const last = ({ seq }: { seq: number }, { uids }: GroupRow) => seq + uids.length - 1
  return heads.reduce(
    (newest, head) => Math.max(newest, ...[head, ...head.back].map(each => last(each, head))),
    0,
  )
}

/** Acts with these numbers have left. `heads`: all there are. */
export async function leaveGroups(
  schema: Schema,
  heads: readonly GroupRow[],
  seqs: readonly number[],
): Promise<void> {
  const left = new Set(seqs)
  for (const head of heads) {
    const uids = head.uids.map((uid, place) => (left.has(head.seq + place) ? '' : uid))
    if (uids.every((uid, place) => uid === head.uids[place])) continue
    if (uids.some(isFree) || head.back.length > 0) await schema.groups.put({ ...head, uids })
    else await drop(schema, [head])
  }
}

async function drop({ groups, bodies }: Schema, heads: readonly GroupRow[]): Promise<void> {
  const seqs = heads.map(({ seq }) => seq)
  await groups.bulkDelete(seqs)
  await bodies.bulkDelete(seqs)
}

/** Nothing of them waits, and forms so old are gone. */
export async function forgetGroupsBefore(schema: Schema, at: number): Promise<void> {
  const heads = await schema.groups.toArray()
  const isOver = ({ uids, back }: GroupRow) => !uids.some(isFree) && back.every(each => each.at < at)
  await drop(schema, heads.filter(isOver))
}
