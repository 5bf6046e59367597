/** Bars as Chart.js draws them: only the parts of it that these need. */
import { BarController, BarElement, CategoryScale, Chart, LinearScale, type Scale } from 'chart.js'

Chart.register(BarController, BarElement, CategoryScale, LinearScale)

export interface NamedBar {
  name: string
  /** The count beside the name, where there is room for it. */
  written?: string
  count: number
}

/** As CSS writes them. */
export interface Colours {
  bar: string
  text: string
  line: string
}

interface Drawing {
  bars: NamedBar[]
  /** Names stand at the left, and bars grow to the right. */
  isLying: boolean
  colours: Colours
  /** A family, as CSS writes it. */
  font: string
  open(index: number): void
}

/** px: a target for fingers for each bar that lies. */
const barPx = 44
const standingPx = 200
const namePx = 14
/** Between a name and its bar. */
const gapPx = 12

export function heightOf(bars: readonly NamedBar[], isLying: boolean): number {
  return isLying ? bars.length * barPx : standingPx
}

/** The count stays whole. */
function labelOf({ name, written }: NamedBar, isShort: (label: string) => boolean): string {
  const count = written ? `: ${written}` : ''
  const signs = [...name]
  let label = name + count
  while (signs.length > 1 && !isShort(label)) {
    signs.pop()
    label = `${signs.join('').trimEnd()}…${count}`
  }
  return label
}

export function drawBars(canvas: CanvasRenderingContext2D, { bars, isLying, colours, font, open }: Drawing) {
  const names = {
    grid: { display: false },
    border: { color: colours.line },
    ticks: {
      ...{ color: colours.text, font: { family: font, size: namePx }, autoSkip: !isLying },
      ...{ maxRotation: 0, maxTicksLimit: isLying ? bars.length : 8 },
      ...(isLying && {
        crossAlign: 'far' as const,
        callback(this: Scale, _: unknown, index: number) {
          const bar = bars[index]
          const { ctx, width } = this.chart
          ctx.font = `${namePx}px ${font}`
          // Names have half of the picture.
          const isShort = (label: string) => ctx.measureText(label).width <= width / 2 - gapPx
          return bar ? labelOf(bar, isShort) : ''
        },
      }),
    },
  }
  const amounts = {
    display: !isLying,
    beginAtZero: true,
    grid: { color: colours.line },
    border: { display: false },
    ticks: { color: colours.text, font: { family: font, size: 12 }, precision: 0, maxTicksLimit: 5 },
  }
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: bars.map(({ name }) => name),
      datasets: [
        {
          data: bars.map(({ count }) => count || null),
          ...{ backgroundColor: colours.bar, borderRadius: 3, maxBarThickness: 22 },
          // The least that is there is seen.
          minBarLength: 2,
        },
      ],
    },
    options: {
      ...{
        indexAxis: isLying ? ('y' as const) : ('x' as const),
        animation: false,
        maintainAspectRatio: false,
      },
      scales: isLying ? { x: amounts, y: names } : { x: names, y: amounts },
      interaction: { mode: 'index', axis: isLying ? 'y' : 'x', intersect: false },
      onClick: (_, [hit]) => hit && open(hit.index),
      onHover({ native }, hits) {
        const { target } = native ?? {}
        if (target instanceof HTMLElement) target.style.cursor = hits.length > 0 ? 'pointer' : ''
      },
    },
  })
}
