/** Results as tables, for the console and for the README. Pure. */
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

export function medianOf(
  results: Results,
  subject: string,
  size: number,
  metric: string,
): number | undefined {
  const found = results.find(subject, size, metric)
  return found && median(found.values)
}

const isKept = (value: number, limit: number, unit: Unit) =>
  unit === 'rate' ? value >= limit : value <= limit

function verdict(value: number, { unit, budget }: Metric, size: number): string {
  const limit = budget?.[size]
  if (limit === undefined) return ''
  return `${isKept(value, limit, unit) ? 'ok' : 'OVER'} (${format(limit, unit)})`
}

const thousands = (size: number) => size.toLocaleString('en')

/** What each subject took at that size, with the budgets. */
export function consoleTable(results: Results, size: number, subjects: readonly string[]): string {
  return subjects
    .flatMap(subject => {
      const lines = metrics.flatMap(metric => {
        const value = medianOf(results, subject, size, metric.id)
        if (value === undefined) return []
        const text = format(value, metric.unit).padStart(10)
        return [`${metric.label.padEnd(58)} ${text}  ${verdict(value, metric, size)}`.trimEnd()]
      })
      const stops = results.stops.filter(stop => stop.subject === subject && stop.size === size)
      return [
        `\n${subject}, ${thousands(size)} records`,
        ...lines,
        ...stops.map(({ why }) => `stopped: ${why}`),
      ]
    })
    .join('\n')
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)].join(
    '\n',
  )
}

/** One subject, a column a size; a number over its budget stands in bold beside it. */
export function tableBySize(results: Results, subject: string, sizes: readonly number[]): string {
  const rows = metrics.flatMap((metric: Metric) => {
    const cells = sizes.map(size => {
      const value = medianOf(results, subject, size, metric.id)
      if (value === undefined) return ''
      const limit = metric.budget?.[size]
      const text = format(value, metric.unit)
      if (limit === undefined || isKept(value, limit, metric.unit)) return text
      return `**${text}** (budget ${format(limit, metric.unit)})`
    })
    return cells.some(Boolean) ? [[metric.label, ...cells]] : []
  })
  return markdown(['', ...sizes.map(thousands)], rows)
}

/** All subjects at one size, a column each; where one stopped, it says so. */
export function tableBySubject(
  results: Results,
  size: number,
  subjects: readonly { name: string; title: string }[],
  compared: readonly string[],
): string {
  const present = subjects.filter(
    ({ name }) =>
      results.measurements.some(each => each.subject === name && each.size === size) ||
      results.stops.some(each => each.subject === name && each.size === size),
  )
  const rows = metrics
    .filter(({ id }) => compared.includes(id))
    .map(({ id, label, unit }) => [
      label,
      ...present.map(({ name }) => {
        const value = medianOf(results, name, size, id)
        if (value !== undefined) return format(value, unit)
        return results.stops.some(each => each.subject === name && each.size === size) ? 'stopped' : '–'
      }),
    ])
    .filter(([, ...cells]) => cells.some(cell => cell !== '–'))
  return markdown(['', ...present.map(({ title }) => title)], rows)
}
