/** The time in front of a UUIDv7: of a mutation, when its person did what it says, by the clock of their device. [HI2] */

/** ms since 1970; null for a UUID without a time. */
export function timeIn(uid: string): number | null {
  return uid[14] === '7' ? parseInt(uid.slice(0, 8) + uid.slice(9, 13), 16) : null
}
