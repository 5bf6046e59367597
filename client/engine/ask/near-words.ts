/** How far a word is from another one that was typed. Pure. [SE41] */

/**
 * The least number of letters left out, added, exchanged, or swapped with their neighbour that make `typed` the beginning
 * of `word`, which is as much as people type; `limit` + 1 when it takes more.
 */
export function distanceToStart(typed: string, word: string, limit: number): number {
  const width = Math.min(word.length, typed.length + limit)
  let beforeLast: number[] = []
  let last = Array.from({ length: width + 1 }, (_, i) => i)
  for (let i = 1; i <= typed.length; i++) {
    const next = [i]
    for (let j = 1; j <= width; j++) {
      const isSame = typed[i - 1] === word[j - 1]
      let least = Math.min(cell(last, j) + 1, cell(next, j - 1) + 1, cell(last, j - 1) + (isSame ? 0 : 1))
      const isSwapped = typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      if (i > 1 && j > 1 && isSwapped) least = Math.min(least, cell(beforeLast, j - 2) + 1)
      next.push(least)
    }
    if (Math.min(...next) > limit) return limit + 1
    beforeLast = last
    last = next
  }
  return Math.min(...last)
}

function cell(row: readonly number[], at: number): number {
  return row[at] ?? Infinity
}

/** A slip in a short word makes another word of it. */
export function limitFor(typed: string): number {
  return typed.length < 3 ? 0 : typed.length < 5 ? 1 : 2
}
