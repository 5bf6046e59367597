/** Seeds that are others every day and the same all day long: what failed this morning fails again this afternoon. */

/** The only place where a run looks at the calendar. `TEST_DAY=2026-11-22` runs another day's seeds. */
const today = () => process.env['TEST_DAY'] ?? new Date().toISOString().slice(0, 10)

const seedsPerDay = 10_000
const dayMs = 24 * 60 * 60 * 1000

/** The day's seed at this place, below 10,000. Throws for a day that is none. */
export function seedOfDay(place: number, day: string = today()): number {
  const days = Date.parse(day) / dayMs
  if (!Number.isInteger(days)) throw new Error(`TEST_DAY is a day such as 2026-11-22, not ${day}`)
  return days * seedsPerDay + place
}
