/** One word looked for among date-times: on which days it may stand, and at which times it does. Pure. */
import { secondsPerDay } from './date-times.ts'

/** What the texts of many days have in common. */
export interface Form {
  /** The text with zeros for its digits. */
  masked: string
  /** For each place which digit of the time stands there, of six; −1: none. */
  digits: number[]
}

export interface Day {
  /** At midnight. */
  text: string
  form: Form
}

/** Where the word may stand in a form, and how well it then fits. */
interface Place {
  at: number
  fit: number
  /** Its letters that have to be those of the day. */
  ofDay: number[]
  /** Those that have to be digits of the time, by their place among six. */
  ofTime: [place: number, digit: number][]
}

/** Times that hold the word, of some days. */
interface Times {
  places: Place[]
  /** By second of the day, one more than its fit; 0: nobody has asked yet. */
  known: Uint8Array
}

/** Of the six digits, how many seconds one counts, and where it begins anew. */
const units = [36_000, 3_600, 600, 60, 10, 1]
const bases = [3, 10, 6, 10, 6, 10]

export class Sought {
  /** False: on no day, whatever its digits. */
  mayStand = false
  private readonly wanted: string
  private readonly days: ReadonlyMap<number, Day>
  private readonly placesIn = new Map<Form, Place[]>()
  /** By the places that a day leaves, as a text. */
  private readonly times = new Map<string, Times>()
  /** By day, from the first one on: undefined until somebody asks, null where the word does not stand. */
  private readonly ofDay: (Times | null | undefined)[] = []
  private readonly first: number

  constructor(wanted: string, forms: ReadonlyMap<string, Form>, days: ReadonlyMap<number, Day>) {
    this.wanted = wanted
    this.days = days
    this.first = Array.from(days.keys()).reduce((a, b) => Math.min(a, b), Infinity)
    for (const form of forms.values()) {
      const places = placesOf(form, wanted)
      this.placesIn.set(form, places)
      this.mayStand ||= places.length > 0
    }
  }

  /** 3 as a whole, 2 at the start of a word, 1 inside one, 0 not at all. */
  fitAt(seconds: number): number {
    const day = Math.floor(seconds / secondsPerDay)
    let times = this.ofDay[day - this.first]
    if (times === undefined) this.ofDay[day - this.first] = times = this.timesOf(this.days.get(day))
    if (times === null) return 0
    const time = seconds - day * secondsPerDay
    return (times.known[time] ||= 1 + fitOf(times.places, time)) - 1
  }

  private timesOf(day: Day | undefined): Times | null {
    if (!day) return null
    const places: Place[] = []
    let isCertain = false
    let key = ''
    for (const place of this.placesIn.get(day.form) ?? []) {
      if (isCertain || !place.ofDay.every(i => day.text[place.at + i] === this.wanted[i])) continue
      places.push(place)
      // What is behind a place that any time has fits no better.
      isCertain = place.ofTime.length === 0
      key += `${place.fit}:${place.ofTime.join()} `
    }
    const known = this.times.get(key)
    if (known || places.length === 0) return known ?? null
    const times = { places, known: new Uint8Array(secondsPerDay) }
    this.times.set(key, times)
    return times
  }
}

/** Best first. */
function placesOf({ masked, digits }: Form, wanted: string): Place[] {
  const places: Place[] = []
  const form = withoutDigits(wanted)
  for (let at = masked.indexOf(form); at >= 0; at = masked.indexOf(form, at + 1)) {
    const isWhole = wanted.length === masked.length
    const place: Place = {
      at,
      fit: isWhole ? 3 : at === 0 || masked[at - 1] === ' ' ? 2 : 1,
      ofDay: [],
      ofTime: [],
    }
    for (let i = 0; i < wanted.length; i++) {
      const digit = digits[at + i] ?? -1
      if (digit >= 0) place.ofTime.push([digit, Number(wanted[i])])
      else place.ofDay.push(i)
    }
    places.push(place)
    if (wanted === '') break
  }
  return places.sort((a, b) => b.fit - a.fit || a.ofTime.length - b.ofTime.length)
}

/** `time`: seconds since midnight. */
function fitOf(places: readonly Place[], time: number): number {
  const digitAt = (place: number) => Math.floor(time / (units[place] ?? 1)) % (bases[place] ?? 1)
  return places.find(({ ofTime }) => ofTime.every(([place, digit]) => digitAt(place) === digit))?.fit ?? 0
}

export function withoutDigits(text: string): string {
  return text.replace(/\d/g, '0')
}
