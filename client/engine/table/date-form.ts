/** What the texts of many days have in common: all but their digits. Pure. */

export class DateForm {
  /** The text with zeros for its digits. */
  readonly masked: string
  /** For each place which digit of the time stands there, of six; −1: none. */
  readonly timeDigits: readonly number[]
  /** For each place which digit of the day stands there; −1: none. */
  readonly dayDigits: readonly number[]
  /** The numbers of its days. */
  readonly days: number[] = []
  private readonly digitsOfDay: number
  private digits = new Uint8Array(256)

  /** `midnight` and `later`: how a day is written at midnight, and at 12:34:56. */
  constructor(midnight: string, later: string) {
    this.masked = withoutDigits(midnight)
    this.timeDigits = Array.from(midnight, (own, at) => (own === later[at] ? -1 : Number(later[at]) - 1))
    let count = 0
    this.dayDigits = Array.from(midnight, (own, at) =>
      isDigit(own) && (this.timeDigits[at] ?? -1) < 0 ? count++ : -1,
    )
    this.digitsOfDay = count
  }

  /** `text`: how the day is written at midnight. */
  add(day: number, text: string): void {
    const first = this.days.length * this.digitsOfDay
    if (first + this.digitsOfDay > this.digits.length) {
      const longer = new Uint8Array(2 * this.digits.length)
      longer.set(this.digits)
      this.digits = longer
    }
    for (const [at, place] of this.dayDigits.entries())
      if (place >= 0) this.digits[first + place] = Number(text[at])
    this.days.push(day)
  }

  /** Whether its day number `index` has these digits at these places. */
  hasDigits(index: number, wanted: readonly [place: number, digit: number][]): boolean {
    const first = index * this.digitsOfDay
    for (let at = 0; at < wanted.length; at++) {
      const pair = wanted[at]
      if (pair && this.digits[first + pair[0]] !== pair[1]) return false
    }
    return true
  }
}

function isDigit(letter: string): boolean {
  return letter >= '0' && letter <= '9'
}

export function withoutDigits(text: string): string {
  return text.replace(/\d/g, '0')
}
