/** Results as tables, for the console and for the pages. Pure. */
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

/** A measured value; one at the least that can be measured may be anything below. */
function shown(value: number, { unit, least = -Infinity }: Metric): string {
  return value <= least ? `< ${format(least, unit)}` : format(value, unit)
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
        const text = shown(value, metric).padStart(10)
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
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)].join(
    '\n',
  )
}

interface Column {
  title: string
  subject: string
  size: number
}

/** A row a metric; a column without the number says whether it stopped. */
function table(
  results: Results,
  columns: readonly Column[],
  chosen: readonly Metric[],
  textOf: (value: number, metric: Metric, size: number) => string,
): string {
  const rows = chosen.flatMap(metric => {
    const values = columns.map(({ subject, size }) => medianOf(results, subject, size, metric.id))
    if (values.every(value => value === undefined)) return []
    const cells = columns.map(({ subject, size }, index) => {
      const value = values[index]
      if (value !== undefined) return textOf(value, metric, size)
      return results.isStopped(subject, size) ? 'stopped' : '–'
    })
    return [[metric.label, ...cells]]
  })
  return markdown(['', ...columns.map(({ title }) => title)], rows)
}

/** How often each column was measured. */
function repetitions(results: Results, columns: readonly Column[]): string {
  const counts = columns.map(({ subject, size }) => results.repetitions(subject, size))
  return `| ${['Repetitions', ...counts].join(' | ')} |`
}

function columnsBySize(results: Results, subject: string): Column[] {
  return results.sizesOf([subject]).map(size => ({ title: thousands(size), subject, size }))
}

/** One subject, a column a size; a number over its budget stands in bold beside it. */
export function linesBySize(results: Results, subject: string, chosen: readonly Metric[]): string {
  return table(results, columnsBySize(results, subject), chosen, (value, metric, size) => {
    const text = shown(value, metric)
    const limit = metric.budget?.[size]
    if (limit === undefined || isKept(value, limit, metric.unit)) return text
    return `**${text}** (budget ${format(limit, metric.unit)})`
  })
}

/** The same with all that was measured, and how often. */
export function tableBySize(results: Results, subject: string): string {
  const columns = columnsBySize(results, subject)
  if (columns.length === 0) return ''
  return `${linesBySize(results, subject, metrics)}\n${repetitions(results, columns)}`
}

/** All subjects that were tried at one size, a column each. */
export function tableBySubject(
  results: Results,
  size: number,
  subjects: readonly { name: string; title: string }[],
  compared: readonly string[],
): string {
  const columns = subjects
    .filter(({ name }) => results.sizesOf([name]).includes(size))
    .map(({ name, title }) => ({ title, subject: name, size }))
  const chosen = metrics.filter(({ id }) => compared.includes(id))
  return `${table(results, columns, chosen, shown)}\n${repetitions(results, columns)}`
}
