/** Counting sort: rows that are counted into place, without comparing any two. */

/** Numbers are counted into place by so many of their possible digits at a time. */
const radix = 1 << 16

/** The rows by ascending number, of −1 and above: texts of digits alone collate as the numbers they write. */
export function byNumber(rows: Uint32Array, numbers: Float64Array): Uint32Array {
  const largest = numbers.reduce((a, b) => Math.max(a, b), 0)
  let sorted = rows
  // An empty text, −1, comes before 0.
  for (let unit = 1; unit <= largest + 1; unit *= radix)
    sorted = counted(sorted, radix, row => Math.floor(((numbers[row] ?? 0) + 1) / unit) % radix)
  return sorted
}

/** The rows by ascending rank, which is below `ranks`; of equal ranks as they were. */
export function counted<Rows extends Uint32Array | Int32Array>(
  rows: Rows,
  ranks: number,
  rankOf: (row: number, place: number) => number,
): Rows {
  const starts = new Uint32Array(ranks + 1)
  for (let at = 0; at < rows.length; at++) {
    const behind = rankOf(rows[at] ?? 0, at) + 1
    starts[behind] = (starts[behind] ?? 0) + 1
  }
  for (let rank = 0; rank < ranks; rank++) starts[rank + 1] = (starts[rank + 1] ?? 0) + (starts[rank] ?? 0)
  const sorted = rows.slice() as Rows
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0
    const rank = rankOf(row, at)
    const place = starts[rank] ?? 0
    sorted[place] = row
    starts[rank] = place + 1
  }
  return sorted
}
