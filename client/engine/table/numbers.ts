/** Whole numbers of a page: the least of them, and how far each is beyond it. */
export interface Numbers {
  base: number
  offsets: Uint16Array | Uint32Array
}

/** null: one of them is no such number, or too far from another. */
export function numbersOf(values: readonly number[]): Numbers | null {
  let base = Infinity
  let last = 0
  for (const value of values) {
    if (!Number.isSafeInteger(value) || value < 0) return null
    base = Math.min(base, value)
    last = Math.max(last, value)
  }
  if (values.length === 0) base = 0
  if (last - base > 0xffff_ffff) return null
  const offsets = new (last - base > 0xffff ? Uint32Array : Uint16Array)(values.length)
  for (const [slot, value] of values.entries()) offsets[slot] = value - base
  return { base, offsets }
}

export function numberAt({ base, offsets }: Numbers, slot: number): number {
  return base + (offsets[slot] ?? 0)
}

/** As texts in decimal digits; null: one of them is written in another way, or larger than a number is exact. */
export function writtenNumbers(texts: readonly string[]): Numbers | null {
  const values = texts.map(Number)
  return values.every((value, at) => String(value) === texts[at]) ? numbersOf(values) : null
}
