/** Numbers about numbers. Pure. */

/** The value below which that share of them lies, by nearest rank; NaN of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The k of the y = c · xᵏ that fits best: 0 is flat, 1 is in proportion. Points are [x, y], both above 0. */
export function exponentOf(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const)
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length
  const across = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const along = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return across / along
}
