/** A set of row numbers with a bit for each: 32 rows are compared in one step. */
export class RowSet {
  readonly words: Int32Array

  constructor(words: Int32Array) {
    this.words = words
  }

  static of(rows: number): RowSet {
    return new RowSet(new Int32Array((rows + 31) >> 5))
  }

  has(row: number): boolean {
    return ((this.words[row >> 5] ?? 0) & (1 << row)) !== 0
  }

  add(row: number): void {
    const word = row >> 5
    this.words[word] = (this.words[word] ?? 0) | (1 << row)
  }

  delete(row: number): void {
    const word = row >> 5
    this.words[word] = (this.words[word] ?? 0) & ~(1 << row)
  }

  /** Adds the rows from `first` to before `end`. */
  addRange(first: number, end: number): void {
    let row = first
    while (row < end && (row & 31) !== 0) this.add(row++)
    this.words.fill(-1, row >> 5, end >> 5)
    for (row = Math.max(row, end & ~31); row < end; row++) this.add(row)
  }

  copy(): RowSet {
    return new RowSet(this.words.slice())
  }

  complement(): RowSet {
    return new RowSet(this.words.map(word => ~word))
  }

  /** Takes out what is not in `other`. */
  keepOnly({ words }: RowSet): void {
    for (let at = 0; at < words.length; at++) this.words[at] = (this.words[at] ?? 0) & (words[at] ?? 0)
  }

  isEmpty(): boolean {
    return this.words.every(word => word === 0)
  }

  /** The rows, ascending. */
  rows(): Int32Array {
    const { words } = this
    let count = 0
    for (let at = 0; at < words.length; at++) count += bitCount(words[at] ?? 0)
    const rows = new Int32Array(count)
    let place = 0
    for (let at = 0; at < words.length; at++)
      for (let word = words[at] ?? 0; word !== 0; word &= word - 1)
        rows[place++] = (at << 5) + lowestBit(word)
    return rows
  }
}

/** The number of the lowest bit that is set. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
