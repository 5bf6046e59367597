/** What the server asks of every browser. */

/** Whether a person's data on a device has a lock: always, by their choice, or never. */
export const deviceLocks = ['required', 'offered', 'off'] as const
export type DeviceLock = (typeof deviceLocks)[number]

/** Whether admins have a second factor beside their password. */
export const secondFactors = ['required', 'offered', 'off'] as const
export type SecondFactor = (typeof secondFactors)[number]

export const policyLimits = {
  lockAfterMinutes: { min: 1, max: 1440 },
  triesAtMost: { min: 5, max: 100 },
  offlineDays: { min: 1, max: 365 },
}

export interface Policy {
  deviceLock: DeviceLock
  /** Minutes without a touch or a key after which a browser locks. */
  lockAfterMinutes: number
  /** Wrong passphrases in a row before the data there is destroyed. */
  triesAtMost: number
  /** Days without the server after which a browser opens only once it has asked. */
  offlineDays: number
  secondFactor: SecondFactor
}

export const defaultPolicy: Policy = {
  deviceLock: 'required',
  lockAfterMinutes: 10,
  triesAtMost: 10,
  offlineDays: 30,
  secondFactor: 'offered',
}
