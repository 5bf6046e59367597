/** What is sent about browsers. Apart from the rest: the page has no use for zod. */
import * as z from 'zod'
import { browserNameLength, revocations } from './browsers.ts'

const Key = z.string().min(1).max(60)
const Count = z.int().nonnegative()
const Place = { browser: Key, userId: Key }

export const BrowserTold = z.strictObject({
  app: z.string().max(20),
  records: Count,
  unsent: Count.max(2 ** 31 - 1),
  hasLock: z.boolean(),
  touchPoints: Count.max(255),
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
