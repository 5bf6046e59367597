/** Texts that are all equally long need not say where they start, and those of all pages share what is made of that. */

/** null: they are not. */
export function evenLength(starts: Uint16Array | Uint32Array): number | null {
  const length = starts[1] ?? 0
  return starts.every((start, index) => start === index * length) ? length : null
}

const known = new Map<number, Uint16Array | Uint32Array>()
/** Longer ones are rare. */
const longest = 64

/** `count`: of starts, one more than there are texts. */
export function evenStarts(count: number, length: number): Uint16Array | Uint32Array {
  const kept = known.get(length)
  if (kept && kept.length >= count) return kept.subarray(0, count)
  const isShort = (count - 1) * length < 1 << 16
  const starts = new (isShort ? Uint16Array : Uint32Array)(count)
  for (let index = 0; index < count; index++) starts[index] = index * length
  if (length <= longest) known.set(length, starts)
  return starts
}
