/** Work that its person cannot send any more, given to those who can do it in their place. [SC10] */
import * as z from 'zod'

/** Of which a body of 128 KiB holds some. */
const most = 64
const Name = z.string().max(60)
const Uid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const Value = z.union([z.string().max(1_000), z.boolean(), z.null(), z.strictObject({ uid: Uid })])
const Time = z.int().nonnegative().max(8_640_000_000_000_000)

const Handed = z.strictObject({
  kind: Name,
  uid: Uid,
  op: z.enum(['create', 'update', 'delete']),
  /** As its person knew it. */
  title: z.string().max(1_000),
  /** When it was done, by the clock of the device; ms since 1970. */
  at: Time,
  /** Per field what they saw and what they want: of a new record all of them, of a deleted one none. */
  changes: z.record(Name, z.tuple([Value, Value]).readonly()),
  /** Titles of references in the changes, by id or uid. */
  titles: z.record(z.string().max(60), z.string().max(1_000)),
})
export type Handed = z.infer<typeof Handed>

export const HandedMessage = z.strictObject({ work: z.array(Handed).min(1).max(most) })
export type HandedMessage = z.infer<typeof HandedMessage>

/** What whoever looked at it has done about it: made it their own edit, or let it go. */
export const HandedEnd = z.strictObject({
  userId: Name,
  kind: Name,
  uid: Uid,
  /** Which was looked at. */
  token: z.string().max(64),
  end: z.enum(['taken', 'dropped']),
})
export type HandedEnd = z.infer<typeof HandedEnd>

/** As it is told: with whose it is, and when the server received it, in ISO 8601. */
export interface HandedWork extends Handed {
  userId: string
  author: string
  receivedAt: string
  /** Which it is: handed over once more it is another one. */
  token: string
}

/** Oldest first. */
export interface HandedAnswer {
  work: HandedWork[]
}
