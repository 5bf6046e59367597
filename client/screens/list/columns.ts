/** The columns of a kind's list: its title first, because it stays in sight, then those its person chose, or its kind names. */
import type { Field, Kind } from '../../../shared/metadata.ts'
import { displayOf } from '../fields/displays.ts'
import { listFields, visibleFields } from '../fields/visible.ts'

/** The columns of a list behind its title, and the widths that its person gave to some. */
export interface ChosenColumns {
  names: string[]
  widths: Record<string, number>
}

export interface Columns {
  fields: readonly Field[]
  /** Those that were chosen, behind the title, in order. */
  names: readonly string[]
  /** For `grid-template-columns`: the mark, then the fields. */
  template: string
  minWidthPx: number
  /** Of each, what it takes at least. */
  leastWidthsPx: Readonly<Record<string, number>>
}

/** Of the first column: a record's mark, and beside it the check that selects it, a target of 44 px. */
export const markPx = 56
const titlePx = 160
/** Narrower, a head has no room for its name; wider, a column leaves none for another. */
const [leastPx, mostPx] = [64, 800]

/** `sortedBy`: a list shows what it is sorted by, chosen or not. [UI50] */
export function columnsOf(kind: Kind, chosen: ChosenColumns | null, sortedBy: readonly string[]): Columns {
  const named = namesOf(kind, chosen)
  const names = [kind.title, ...sortedBy.filter(name => !named.includes(name)), ...named]
  const offered = listFields(kind)
  const fields = [...new Set(names)].flatMap(name => offered.find(field => field.name === name) ?? [])
  const sizes = fields.map(field => {
    const widthPx = chosen?.widths[field.name]
    if (widthPx !== undefined) return { minPx: widthPx, text: `${widthPx}px` }
    const { minPx, share } =
      field.name === kind.title ? { minPx: titlePx, share: 1.6 } : displayOf(field).column(field)
    return { minPx, text: `minmax(${minPx}px, ${share}fr)` }
  })
  return {
    fields,
    names: named,
    template: [`${markPx}px`, ...sizes.map(({ text }) => text)].join(' '),
    minWidthPx: sizes.reduce((sum, { minPx }) => sum + minPx, markPx),
    leastWidthsPx: Object.fromEntries(fields.map(({ name }, at) => [name, sizes[at]?.minPx ?? leastPx])),
  }
}

/** Those behind the title, in order. */
export function namesOf(kind: Kind, chosen: ChosenColumns | null): readonly string[] {
  const names = chosen?.names ?? kind.columns ?? visibleFields(kind, 'index').map(({ name }) => name)
  return names.filter(name => name !== kind.title)
}

export function widthWithin(widthPx: number): number {
  return Math.round(Math.min(mostPx, Math.max(leastPx, widthPx)))
}
