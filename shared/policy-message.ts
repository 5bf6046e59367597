/** The policy as it is sent. Apart from the rest: the page has no use for zod. */
import * as z from 'zod'
import { deviceLocks, type Policy, policyLimits, secondFactors } from './policy.ts'

const within = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max)

export const PolicyMessage: z.ZodType<Policy> = z.strictObject({
  deviceLock: z.enum(deviceLocks),
  lockAfterMinutes: within(policyLimits.lockAfterMinutes),
  triesAtMost: within(policyLimits.triesAtMost),
  offlineDays: within(policyLimits.offlineDays),
  secondFactor: z.enum(secondFactors),
})
