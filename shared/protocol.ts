/** Every message on the wire, and nothing else. A change here needs a new PROTOCOL_VERSION. [PV1] */
import * as z from 'zod'
import { uidPattern } from './fields.ts'
import { historyPage, preferenceKeyCharacters, pushMutations, searchCharacters } from './limits.ts'
import type { Changes, Fields } from './record.ts'

const Uid = z.string().regex(uidPattern)
const Id = z.string()
const Issue = z.strictObject({
  field: z.string(),
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
const WireFields = z.record(z.string(), z.unknown()).transform(fields => fields as Fields)
const WireChanges = z
  .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
  .transform(changes => changes as Changes)
/** What every mutation says of itself, whatever it does. */
export const address = {
  id: Uid,
  /** [PV4] The version of the metadata it was made with; 1 when absent. */
  schema: z.int().positive().optional(),
  kind: z.string(),
  uid: Uid,
}

/** One edit. Its values are checked against the kind afterwards, so that each issue names its field. */
export const Mutation = z.discriminatedUnion('op', [
  z.strictObject({ ...address, op: z.literal('create'), fields: WireFields }),
  z.strictObject({ ...address, op: z.literal('update'), changes: WireChanges }),
  /** [MG5] `seen`: the record as the person saw it, without the fields that their app did not know. */
  z.strictObject({ ...address, op: z.literal('delete'), seen: WireFields }),
])
export type Mutation = z.infer<typeof Mutation>
export type Op = Mutation['op']

/** Whose work it is, and in which protocol. */
const envelope = {
  client: Uid,
  protocol: z.int(),
  /** [PU12] The newest cursor the client was given: a server that does not know it settles nothing. */
  history: z.string().optional(),
}

/** Each mutation is parsed by itself, so that one bad edit never holds up the others. [PU6] */
export const PushRequest = z.strictObject({
  ...envelope,
  /** [PU13] Ids that the server gave to these creates before, by mutation id. */
  ids: z.record(Uid, z.string()).optional(),
  mutations: z.array(z.looseObject({ id: Uid })).max(pushMutations),
})
export type PushRequest = z.infer<typeof PushRequest>

/** A record as the server holds it. References are ids. */
export const ServerRecord = z.object({
  kind: z.string(),
  uid: Uid,
  id: Id,
  version: z.int(),
  /** [CH10] Who changed it last, and when. */
  by: z.string(),
  at: z.string(),
  fields: WireFields,
})
export type ServerRecord = z.infer<typeof ServerRecord>

/** `isRepeated`: it was so when the server first saw it, and others may have changed the record since. */
const repeated = { isRepeated: z.literal(true).optional() }

/**
 * How one mutation ended. `record` is what the server then held; null when it was deleted. `version`: the clock at which it
 * was applied, as versions of records are.
 */
export const Settlement = z.discriminatedUnion('outcome', [
  z.object({
    id: Uid,
    outcome: z.literal('applied'),
    version: z.int(),
    record: ServerRecord.nullable(),
  }),
  z.object({
    id: Uid,
    outcome: z.literal('conflict'),
    reason: z.enum(['changed', 'deleted']),
    fields: z.array(z.string()),
    record: ServerRecord.nullable(),
    ...repeated,
  }),
  z.object({ id: Uid, outcome: z.literal('rejected'), issues: z.array(Issue), ...repeated }),
])
export type Settlement = z.infer<typeof Settlement>

/** `history`: a cursor that stands for the commit at which this answer was true. */
const moment = { clock: z.int(), history: z.string() }

export const PushAnswer = z.object({ ...moment, results: z.array(Settlement) })
export type PushAnswer = z.infer<typeof PushAnswer>

/** [PU15] `ids`: of mutations that nobody answered. Their texts stay at home. */
export const WithdrawRequest = z.strictObject({ ...envelope, ids: z.array(Uid).max(pushMutations) })
export type WithdrawRequest = z.infer<typeof WithdrawRequest>

/** How a mutation had been settled before; `withdrawn`: it had not been, and never will be. */
export const Withdrawal = z.union([Settlement, z.object({ id: Uid, outcome: z.literal('withdrawn') })])
export type Withdrawal = z.infer<typeof Withdrawal>

export const WithdrawAnswer = z.object({ ...moment, results: z.array(Withdrawal) })
export type WithdrawAnswer = z.infer<typeof WithdrawAnswer>

/** One line of `changes`: records of one kind, columns side by side; `deleted` holds uids. */
export const ChangesLine = z.object({
  kind: z.string(),
  uid: z.array(z.string()),
  id: z.array(Id),
  version: z.array(z.int()),
  by: z.array(z.string()),
  at: z.array(z.string()),
  fields: z.record(z.string(), z.array(z.unknown())),
  deleted: z.array(z.string()),
  cursor: z.string(),
  more: z.boolean(),
})
export type ChangesLine = z.infer<typeof ChangesLine>

/** [DG1] By kind, a sum for each bucket; null where something was written since the cursor. */
export const DigestAnswer = z.object({ kinds: z.record(z.string(), z.array(z.string().nullable())) })
export type DigestAnswer = z.infer<typeof DigestAnswer>

/** References are ids; their titles as they are now, or were last, by field and id. */
const pageOfHistory = {
  titles: z.record(z.string(), z.record(z.string(), z.string())),
  /** [HI1] Where the next page begins; null: there is none. */
  next: z.string().nullable(),
}

/** [HI1] Who did something to a record, and when: as their device said, where it did, and when the server received it. */
const noted = { by: z.string(), made: z.string().nullable(), at: z.string() }

/** [HI1] What one mutation did. `before` and `after`: the record's fields; null where there was none. */
export const HistoryEntry = z.object({
  id: Uid,
  version: z.int(),
  ...noted,
  before: WireFields.nullable(),
  after: WireFields.nullable(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const HistoryAnswer = z.object({ ...pageOfHistory, entries: z.array(HistoryEntry) })
export type HistoryAnswer = z.infer<typeof HistoryAnswer>

/** [HI3] A record that is gone, as it was last. */
export const DeletedRecord = z.object({ uid: Uid, id: Id, ...noted, fields: WireFields })
export type DeletedRecord = z.infer<typeof DeletedRecord>

export const DeletedAnswer = z.object({ ...pageOfHistory, records: z.array(DeletedRecord) })
export type DeletedAnswer = z.infer<typeof DeletedAnswer>

const Place = z.string().regex(/^\d{1,15}\.\d{1,9}$/)
const PageSize = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.int().min(1).max(historyPage))

/** The parameters of `GET /api/history`, and of `GET /api/history/deleted`. */
export const HistoryQuery = z.strictObject({
  kind: z.string(),
  uid: Uid,
  before: Place.optional(),
  limit: PageSize.optional(),
})
export const DeletedQuery = z.strictObject({
  kind: z.string(),
  search: z.string().max(searchCharacters).optional(),
  before: Place.optional(),
  limit: PageSize.optional(),
})

/** [AC10] What a person wants of their lists: what is sent, and what is then kept. */
export const PreferencesMessage = z.strictObject({
  entries: z.record(
    z.string().min(1).max(preferenceKeyCharacters),
    z.strictObject({ value: z.json(), at: z.int().nonnegative() }),
  ),
})
export type PreferencesMessage = z.infer<typeof PreferencesMessage>

/** `setup`: no account exists yet, and `POST /api/setup` is open. */
export const Health = z.object({ status: z.literal('ok'), protocol: z.int(), setup: z.boolean() })
export type Health = z.infer<typeof Health>

export const SetupRequest = z.strictObject({ code: z.string(), username: z.string(), password: z.string() })
export type SetupRequest = z.infer<typeof SetupRequest>

/** RFC 9457, with our `code`. Never carries a value somebody entered. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  instance: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})
export type Problem = z.infer<typeof Problem>

/** [PV1] Those that an older app sends or is sent: what only a newer one asks for (HI, AC10) needs no new version. */
export const messages = {
  Mutation,
  PushRequest,
  PushAnswer,
  WithdrawRequest,
  WithdrawAnswer,
  ChangesLine,
  DigestAnswer,
  Health,
  SetupRequest,
  Problem,
}
