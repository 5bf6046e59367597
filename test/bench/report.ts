/** Results as tables. Pure. */
import { type Metric, metrics, type Unit } from './metrics.ts'
import type { Results } from './results.ts'
import { median } from './statistics.ts'

/** Three digits that matter. */
function digits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export function format(value: number, unit: Unit): string {
  if (unit === 'rate') return `${Math.round(value).toLocaleString('en')}/s`
  if (unit === 'ms') return value >= 1000 ? `${digits(value / 1000)} s` : `${digits(value)} ms`
  if (value >= 1_000_000) return `${digits(value / 1_000_000)} MB`
  return `${digits(value / 1000)} kB`
}

function verdict(value: number, { unit, budget }: Metric, size: number): string {
  const limit = budget?.[size]
  if (limit === undefined) return ''
  const isKept = unit === 'rate' ? value >= limit : value <= limit
  return `${isKept ? 'ok' : 'OVER'} (${format(limit, unit)})`
}

/** What the app took at that size, with its budgets. */
export function consoleTable(results: Results, size: number): string {
  const lines = metrics.flatMap((metric: Metric) => {
    const found = results.find('ours', size, metric.id)
    if (!found) return []
    const value = median(found.values)
    return [
      `${metric.label.padEnd(58)} ${format(value, metric.unit).padStart(9)}  ${verdict(value, metric, size)}`,
    ]
  })
  return [`\n${size.toLocaleString('en')} records`, ...lines].join('\n')
}
