/** The columns of a kind's list: its title first, because it stays in sight, then what was asked for, then the seed's order. */
import type { Field, Kind } from '../../../shared/metadata.ts'
import { provenance } from '../../../shared/provenance.ts'
import { displayOf } from '../fields/displays.ts'
import { visibleFields } from '../fields/visible.ts'

export interface Columns {
  fields: readonly Field[]
  /** For `grid-template-columns`: the mark, then the fields. */
  template: string
  minWidthPx: number
}

const markPx = 36
const titlePx = 180

/** `asked`: names of columns that a list shows for whoever wants them. [UI24] */
export function columnsOf(kind: Kind, asked: readonly string[]): Columns {
  const shown = visibleFields(kind, 'index')
  const extra = provenance.filter(({ name }) => asked.includes(name))
  const fields = [...shown.filter(isTitle), ...extra, ...shown.filter(field => !isTitle(field))]
  const sizes = fields.map(field =>
    isTitle(field) ? { minPx: titlePx, share: 1.6 } : displayOf(field).column(field),
  )
  return {
    fields,
    template: [`${markPx}px`, ...sizes.map(({ minPx, share }) => `minmax(${minPx}px, ${share}fr)`)].join(' '),
    minWidthPx: sizes.reduce((sum, { minPx }) => sum + minPx, markPx),
  }

  function isTitle(field: Field): boolean {
    return field.name === kind.title
  }
}
