/** One word looked for among date-times: on which days it stands at any time, on which at some, and at which. Pure. */
import { type DateForm, withoutDigits } from './date-form.ts'
import { secondsPerDay } from './date-times.ts'

/** What a place of the word demands of the time: digits, by their place among six. */
interface Condition {
  fit: number
  digits: [place: number, digit: number][]
}

/** Where the word may stand in a form, and what it there demands of the digits of the day. */
interface Place extends Condition {
  ofDay: [place: number, digit: number][]
}

/** A bit of a word each. No word has had more than a dozen. */
const mostConditions = 32

export class Sought {
  /** False: on no day. */
  mayStand = false
  /** False: it may stand in more ways than there are bits. Then the texts have to be read. */
  isKnown = true
  /** By the number of the day, how well it fits at any time. */
  private readonly always: Uint8Array
  /** By the number of the day, the conditions of which one has to hold. */
  private readonly sometimes: Int32Array
  private readonly conditions: Condition[] = []
  private readonly bitOf = new Map<string, number>()
  /** The conditions that hold at this hour, minute or second. */
  private readonly atHour = new Int32Array(24)
  private readonly atMinute = new Int32Array(60)
  private readonly atSecond = new Int32Array(60)
  /** The conditions by their fit. */
  private readonly withFit = new Int32Array(4)

  constructor(wanted: string, forms: Iterable<DateForm>, days: number) {
    this.always = new Uint8Array(days)
    this.sometimes = new Int32Array(days)
    for (const form of forms) for (const place of placesOf(form, wanted)) this.lookThrough(form, place)
    this.isKnown = this.conditions.length <= mostConditions
    for (const [bit, condition] of this.conditions.entries()) this.write(condition, 1 << bit)
  }

  /** How well it fits at this time of the day with that number: 3 as a whole, 2 at the start of a word, 1 inside, 0 not. */
  fitAt(day: number, seconds: number): number {
    const always = this.always[day] ?? 0
    const sometimes = this.sometimes[day] ?? 0
    return sometimes === 0 ? always : Math.max(always, this.fitOf(sometimes & this.holdingAt(seconds)))
  }

  /** Which of these slots of a page, 32 at most, hold it: those that are 1 in `bits`. */
  keep(bits: number, first: number, { days, offsets, base }: Slots): number {
    let kept = 0
    for (let left = bits; left !== 0; left &= left - 1) {
      const slot = first + 31 - Math.clz32(left & -left)
      const day = days[slot] ?? 0
      const sometimes = this.sometimes[day] ?? 0
      if (
        this.always[day] !== 0 ||
        (sometimes !== 0 && (sometimes & this.holdingAt(base + (offsets[slot] ?? 0))) !== 0)
      )
        kept |= left & -left
    }
    return kept
  }

  private lookThrough(form: DateForm, place: Place): void {
    const bit = place.digits.length > 0 ? 1 << this.bitFor(place) : 0
    const { days } = form
    for (let index = 0; index < days.length; index++) {
      if (!form.hasDigits(index, place.ofDay)) continue
      const day = days[index] ?? 0
      this.mayStand = true
      if (bit === 0) this.always[day] = Math.max(this.always[day] ?? 0, place.fit)
      else this.sometimes[day] = (this.sometimes[day] ?? 0) | bit
    }
  }

  private bitFor({ fit, digits }: Condition): number {
    const key = `${fit}:${digits.join(' ')}`
    const bit = this.bitOf.get(key) ?? this.conditions.push({ fit, digits }) - 1
    this.bitOf.set(key, bit)
    return bit
  }

  private write({ fit, digits }: Condition, bit: number): void {
    this.withFit[fit] = (this.withFit[fit] ?? 0) | bit
    for (const [number, held] of [this.atHour, this.atMinute, this.atSecond].entries())
      for (let value = 0; value < held.length; value++) {
        const own = [Math.floor(value / 10), value % 10]
        const holds = digits.every(([place, digit]) => place >> 1 !== number || own[place & 1] === digit)
        if (holds) held[value] = (held[value] ?? 0) | bit
      }
  }

  private holdingAt(seconds: number): number {
    const time = seconds - Math.floor(seconds / secondsPerDay) * secondsPerDay
    const hour = (time / 3600) | 0
    const minute = ((time / 60) | 0) - hour * 60
    const second = time % 60
    return (this.atHour[hour] ?? 0) & (this.atMinute[minute] ?? 0) & (this.atSecond[second] ?? 0)
  }

  private fitOf(held: number): number {
    if (held === 0) return 0
    const { withFit } = this
    return (held & (withFit[3] ?? 0)) !== 0 ? 3 : (held & (withFit[2] ?? 0)) !== 0 ? 2 : 1
  }
}

/** Date-times of a page, and the numbers of their days. */
interface Slots {
  days: Uint16Array | Uint32Array
  offsets: Uint32Array
  base: number
}

function placesOf({ masked, timeDigits, dayDigits }: DateForm, wanted: string): Place[] {
  const places: Place[] = []
  const form = withoutDigits(wanted)
  for (let at = masked.indexOf(form); at >= 0; at = masked.indexOf(form, at + 1)) {
    const isWhole = wanted.length === masked.length
    const fit = isWhole ? 3 : at === 0 || masked[at - 1] === ' ' ? 2 : 1
    const place: Place = { fit, digits: [], ofDay: [] }
    for (let i = 0; i < wanted.length; i++) {
      const [ofTime = -1, ofDay = -1] = [timeDigits[at + i], dayDigits[at + i]]
      if (ofTime >= 0) place.digits.push([ofTime, Number(wanted[i])])
      else if (ofDay >= 0) place.ofDay.push([ofDay, Number(wanted[i])])
    }
    places.push(place)
    if (wanted === '') break
  }
  return places
}
