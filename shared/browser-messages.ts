/** What is sent about browsers. Apart from the rest: the page has no use for zod. */
import * as z from 'zod'
import { browserNameLength, revocations } from './browsers.ts'
import { keptDisclosures } from './disclosures.ts'
import { uidPattern } from './fields.ts'

const Key = z.string().min(1).max(60)
const Count = z.int().nonnegative()
const Place = { browser: Key, userId: Key }

/** As a browser writes its own time. */
const at = z.string().regex(/^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
const Name = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/)

const Disclosure = z.discriminatedUnion('what', [
  z.strictObject({
    what: z.literal('secret_shown'),
    at,
    kind: Name,
    uid: z.string().regex(uidPattern),
    field: Name,
  }),
  z.strictObject({ what: z.literal('unsent_taken'), at }),
  z.strictObject({
    what: z.literal('records_taken'),
    at,
    kind: Name,
    count: Count.max(2 ** 31 - 1),
    secrets: z.array(Name).max(20),
  }),
])

export const BrowserTold = z.strictObject({
  app: z.string().max(20),
  records: Count,
  unsent: Count.max(2 ** 31 - 1),
  hasLock: z.boolean(),
  touchPoints: Count.max(255),
  disclosed: z.array(Disclosure).max(keptDisclosures).optional(),
  more: Count.max(1_000_000).optional(),
})

export const NameMessage = z.strictObject({
  ...Place,
  name: z
    .string()
    .max(browserNameLength)
    .regex(/^[^\0]*$/),
})

export const PlaceMessage = z.strictObject(Place)

/** Of one person in one browser, of everybody there, or of one person everywhere. */
export const RevokeMessage = z
  .strictObject({ browser: Key.optional(), userId: Key.optional(), revocation: z.enum(revocations) })
  .refine(({ browser, userId }) => browser !== undefined || userId !== undefined)

export const RemovedMessage = z.strictObject({ userIds: z.array(Key).min(1).max(100) })

export const CodeRequest = z.strictObject({ userId: Key })
