/** Pictures of results as SVG text: growth on logarithmic axes, where a straight line is a power, and bars. */
import { format } from './report.ts'
import type { Unit } from './metrics.ts'
import { exponentOf } from './statistics.ts'

export interface Series {
  title: string
  unit: Unit
  /** [records, value] */
  points: readonly (readonly [number, number])[]
}

export interface Bars {
  title: string
  unit: Unit
  bars: readonly { title: string; value: number; isOurs: boolean }[]
}

const ink = '#33403d'
const faint = '#9aa5a1'
const accent = '#0a6b5e'
const paper = '#ffffff'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escaped(content)}</text>`
}

function svg(width: number, height: number, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="11" fill="${ink}">`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

const panelWidth = 200
const panelHeight = 170
const inset = { left: 50, right: 14, top: 52, bottom: 26 }
const titleLeft = 12

/** Where a value lies between the ends of a range, on a logarithmic scale: 0 to 1. */
const share = (value: number, low: number, high: number) =>
  high > low ? (Math.log(value) - Math.log(low)) / (Math.log(high) - Math.log(low)) : 0.5

function panel({ title, unit, points }: Series): string[] {
  const sizes = points.map(([size]) => size)
  const values = points.map(([, value]) => value)
  const least = Math.min(...values)
  const span = Math.max(...sizes) / Math.min(...sizes)
  // As many decades up as across: a line from corner to corner grows in proportion.
  const most = Math.max(least * span, ...values)
  const width = panelWidth - inset.left - inset.right
  const height = panelHeight - inset.top - inset.bottom
  const placed = points.map(([size, value]) => ({
    size,
    value,
    x: inset.left + width * share(size, Math.min(...sizes), Math.max(...sizes)),
    y: inset.top + height * (1 - share(value, least, most)),
  }))
  const exponent = points.length > 1 ? `grows as n^${exponentOf(points).toFixed(2)}` : ''
  return [
    text(titleLeft, 16, title, 'font-weight="600"'),
    text(titleLeft, 30, exponent, `fill="${accent}"`),
    `<polyline fill="none" stroke="${accent}" stroke-width="2" points="${placed.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}"/>`,
    ...placed.flatMap(({ size, value, x, y }) => [
      `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3" fill="${accent}"/>`,
      // Up and to the left: a line that rises leaves to the right.
      text(x + 5, y - 8, format(value, unit), 'text-anchor="end"'),
      text(
        x,
        panelHeight - 8,
        size >= 1_000_000 ? `${size / 1_000_000}M` : `${size / 1000}k`,
        `fill="${faint}" text-anchor="middle"`,
      ),
    ]),
  ]
}

/** Small pictures side by side, one a measure. */
export function growthChart(series: readonly Series[]): string {
  const parts = series.map(
    (each, index) => `<g transform="translate(${index * panelWidth} 0)">${panel(each).join('\n')}</g>`,
  )
  return svg(series.length * panelWidth, panelHeight, parts)
}

const barPx = 18
const labelPx = 110
const lengthPx = 430

/** Bars below each other, as long as what they stand for. */
export function barChart(groups: readonly Bars[]): string {
  const parts: string[] = []
  let y = 8
  for (const { title, unit, bars } of groups) {
    parts.push(text(8, y + 12, title, 'font-weight="600"'))
    y += 20
    const values = bars.map(({ value }) => value)
    for (const bar of bars) {
      const width = Math.max(2, (lengthPx * bar.value) / Math.max(...values))
      const color = bar.isOurs ? accent : faint
      parts.push(
        text(labelPx - 8, y + 12, bar.title, 'text-anchor="end"'),
        `<rect x="${labelPx}" y="${y + 2}" width="${width.toFixed(1)}" height="${barPx - 5}" fill="${color}"/>`,
        text(labelPx + width + 6, y + 12, format(bar.value, unit)),
      )
      y += barPx
    }
    y += 10
  }
  return svg(labelPx + lengthPx + 90, y, parts)
}
