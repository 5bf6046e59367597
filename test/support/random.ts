/** Random bytes from a seed, so that a failing test fails again. */

/** mulberry32. */
export function seededBytes(seed: number): (count: number) => Uint8Array<ArrayBuffer> {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (t ^ (t >>> 14)) >>> 0
  }
  return count => Uint8Array.from({ length: count }, () => next() % 256)
}
