/** Results as tables, for the console and for the pages. Pure. */
import { limitOf } from './budgets.ts'
import { type Metric, metrics, type Unit } from './metrics.ts'
import type { Results } from './results.ts'
import { median } from './statistics.ts'

interface Cell {
  subject: string
  size: number
}

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

/** A number's budget, when it has one. */
function limitFor(results: Results, { subject, size }: Cell, metric: Metric): number | undefined {
  return limitOf(subject, metric.id, size, (other, id) => medianOf(results, other, size, id))
}

const isKept = (value: number, limit: number, unit: Unit) =>
  unit === 'rate' ? value >= limit : value <= limit

function verdict(results: Results, cell: Cell, metric: Metric, value: number): string {
  const limit = limitFor(results, cell, metric)
  if (limit === undefined) return ''
  return `${isKept(value, limit, metric.unit) ? 'ok' : 'OVER'} (${format(limit, metric.unit)})`
}

/** A measured value; over its budget it stands in bold beside that. */
function judged(results: Results, cell: Cell, metric: Metric, value: number): string {
  const text = shown(value, metric)
  const limit = limitFor(results, cell, metric)
  if (limit === undefined || isKept(value, limit, metric.unit)) return text
  return `**${text}** (budget ${format(limit, metric.unit)})`
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
        return [
          `${metric.label.padEnd(58)} ${text}  ${verdict(results, { subject, size }, metric, value)}`.trimEnd(),
        ]
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

interface Column extends Cell {
  title: string
}

/** A metric as it stands in a table; a column without the number says whether it stopped. */
function row(
  results: Results,
  columns: readonly Column[],
  metric: Metric,
  textOf: (column: Column, value: number) => string,
): string[] {
  const cells = columns.map(column => {
    const { subject, size } = column
    const value = medianOf(results, subject, size, metric.id)
    if (value !== undefined) return textOf(column, value)
    return results.isStopped(subject, size) ? 'stopped' : '–'
  })
  return [metric.label, ...cells]
}

/** Those that somebody has a number of. */
function measured(results: Results, columns: readonly Column[], chosen: readonly Metric[]): Metric[] {
  return chosen.filter(({ id }) => columns.some(({ subject, size }) => results.find(subject, size, id)))
}

const headOf = (columns: readonly Column[]) => ['', ...columns.map(({ title }) => title)]

/** A row a metric, with the budgets that are not kept. */
function table(results: Results, columns: readonly Column[], chosen: readonly Metric[]): string {
  const rows = measured(results, columns, chosen).map(metric =>
    row(results, columns, metric, (column, value) => judged(results, column, metric, value)),
  )
  return markdown(headOf(columns), rows)
}

/** How often each column was measured. */
function repetitions(results: Results, columns: readonly Column[]): string {
  const counts = columns.map(({ subject, size }) => results.repetitions(subject, size))
  return `| ${['Repetitions', ...counts].join(' | ')} |`
}

function columnsBySize(results: Results, subject: string): Column[] {
  return results.sizesOf([subject]).map(size => ({ title: thousands(size), subject, size }))
}

/** One subject, a column a size. */
export function linesBySize(results: Results, subject: string, chosen: readonly Metric[]): string {
  return table(results, columnsBySize(results, subject), chosen)
}

/** The same with all that was measured, and how often. */
export function tableBySize(results: Results, subject: string): string {
  const columns = columnsBySize(results, subject)
  if (columns.length === 0) return ''
  return `${linesBySize(results, subject, metrics)}\n${repetitions(results, columns)}`
}

interface Titled {
  name: string
  title: string
}

function columnsAt(results: Results, size: number, subjects: readonly Titled[]): Column[] {
  return subjects
    .filter(({ name }) => results.sizesOf([name]).includes(size))
    .map(({ name, title }) => ({ title, subject: name, size }))
}

/** All subjects that were tried at one size, a column each. */
export function tableBySubject(results: Results, size: number, subjects: readonly Titled[]): string {
  const columns = columnsAt(results, size, subjects)
  return `${table(results, columns, metrics)}\n${repetitions(results, columns)}`
}

/** Whether one of them has a better number than the app, and it is printed as another. */
function isBeaten(results: Results, peers: readonly Column[], own: number, metric: Metric): boolean {
  return peers.some(({ subject, size }) => {
    const theirs = medianOf(results, subject, size, metric.id)
    if (theirs === undefined || shown(theirs, metric) === shown(own, metric)) return false
    return metric.unit === 'rate' ? theirs > own : theirs < own
  })
}

export interface Comparison {
  ours: string
  peers: readonly string[]
  /** Ids of metrics. */
  compared: readonly string[]
}

/** The same with what peers are better at first, and in bold. */
export function tableBeside(
  results: Results,
  size: number,
  subjects: readonly Titled[],
  { ours, peers, compared }: Comparison,
): string {
  const columns = columnsAt(results, size, subjects)
  const rivals = columns.filter(({ subject }) => peers.includes(subject))
  const chosen = metrics.filter(({ id }) => compared.includes(id))
  const beaten: string[][] = []
  const others: string[][] = []
  for (const metric of measured(results, columns, chosen)) {
    const cells = row(results, columns, metric, (_, value) => shown(value, metric))
    const own = medianOf(results, ours, size, metric.id)
    if (own !== undefined && isBeaten(results, rivals, own, metric))
      beaten.push(cells.map(cell => `**${cell}**`))
    else others.push(cells)
  }
  return `${markdown(headOf(columns), [...beaten, ...others])}\n${repetitions(results, columns)}`
}
