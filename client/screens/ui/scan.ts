/** Readers of cards and codes that a computer takes for a keyboard: each types what it reads, and Enter. Pure. [UI94] */

export interface KeyPress {
  /** As of `KeyboardEvent.key`. */
  key: string
  /** ms since any moment. */
  at: number
}

/** Nobody types a whole number so fast: the quickest need some 60 ms for a key, and a moment before Enter. */
const usualGapMs = 35
/** One key of a reader may be late, by radio or on a machine that is busy. */
const longestGapMs = 50
/** Fewer keys may be hit at once by a hand that slips. */
const fewestKeys = 4

/** What a reader has typed, when these presses end with its Enter; null: a person did. */
export function scanIn(presses: readonly KeyPress[]): string | null {
  if (presses.at(-1)?.key !== 'Enter') return null
  let first = presses.length - 1
  while (first > 0 && isNext(presses[first - 1], presses[first])) first--
  const burst = presses.slice(first)
  const code = burst.slice(0, -1).map(({ key }) => key)
  const [begin = 0, end = 0] = [burst[0]?.at, burst.at(-1)?.at]
  return code.length >= fewestKeys && end - begin <= usualGapMs * code.length ? code.join('') : null
}

/** A character, and soon enough behind it another press. */
function isNext(before: KeyPress | undefined, press: KeyPress | undefined): boolean {
  if (!before || !press) return false
  return [...before.key].length === 1 && press.at - before.at <= longestGapMs
}
