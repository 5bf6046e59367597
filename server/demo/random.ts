/** Repeatable randomness for demo records: the same name gives the same numbers on every machine. */

export interface Random {
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  /** True in this share of all draws. */
  chance(share: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
  digits(count: number): string
  /** A canonical UUID of version 7 that carries the given milliseconds since 1970. */
  uuid(ms: number): string
}

/** Four 32-bit words from a name (cyrb128). */
function words(name: string): [number, number, number, number] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let i = 0; i < name.length; i++) {
    const unit = name.charCodeAt(i)
    a = b ^ Math.imul(a ^ unit, 597399067)
    b = c ^ Math.imul(b ^ unit, 2869860233)
    c = d ^ Math.imul(c ^ unit, 951274213)
    d = a ^ Math.imul(d ^ unit, 2716044179)
  }
  a = Math.imul(c ^ (a >>> 18), 597399067)
  b = Math.imul(d ^ (b >>> 22), 2869860233)
  c = Math.imul(a ^ (c >>> 17), 951274213)
  d = Math.imul(b ^ (d >>> 19), 2716044179)
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0]
}

/** The sequence that belongs to a name (sfc32). */
export function randomOf(name: string): Random {
  let [a, b, c, d] = words(name)

  function next(): number {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }

  for (let i = 0; i < 12; i++) next()
  const below = (end: number) => Math.floor((next() / 4294967296) * end)
  const hex = (count: number) => (next() >>> 0).toString(16).padStart(8, '0').slice(-count)

  return {
    below,
    chance: share => next() / 4294967296 < share,
    pick: list => list[below(list.length)] ?? list[0],
    digits: count => Array.from({ length: count }, () => below(10)).join(''),
    uuid(ms) {
      const time = ms.toString(16).padStart(12, '0')
      const variant = (8 + below(4)).toString(16)
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(8)}${hex(4)}`
    },
  }
}
