/** What the server asks of every browser. */
import * as z from 'zod'

/** Whether a person's data on a device has a lock: always, by their choice, or never. */
export const deviceLocks = ['required', 'offered', 'off'] as const
export type DeviceLock = (typeof deviceLocks)[number]

export const policyLimits = {
  lockAfterMinutes: { min: 1, max: 1440 },
  triesAtMost: { min: 5, max: 100 },
  offlineDays: { min: 1, max: 365 },
}

const within = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max)

export const Policy = z.strictObject({
  deviceLock: z.enum(deviceLocks),
  /** Minutes without a touch or a key after which a device locks. */
  lockAfterMinutes: within(policyLimits.lockAfterMinutes),
  /** Wrong passphrases in a row before the data on the device is destroyed. */
  triesAtMost: within(policyLimits.triesAtMost),
  /** Days without the server after which a device opens only once it has asked. */
  offlineDays: within(policyLimits.offlineDays),
})
export type Policy = z.infer<typeof Policy>

export const defaultPolicy: Policy = {
  deviceLock: 'required',
  lockAfterMinutes: 10,
  triesAtMost: 10,
  offlineDays: 30,
}
