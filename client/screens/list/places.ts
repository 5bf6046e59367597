/** The place where each kind's list was left, for the way back from another screen. */
import type { Place } from '../ui/virtual-rows.ts'

export const places = new Map<string, Place>()
