/** How many records have which value, of fields of which there are few. */
import type { Value } from '../../../shared/fields.ts'
import type { Field } from '../../../shared/metadata.ts'
import type { Bar, Picture } from '../../contract-overview.ts'
import { nameOf, targetUid, titleOf } from '../table/references.ts'
import type { Tables } from '../table/table.ts'
import { asking, type Counted } from './counted.ts'

/** Bars of one picture beside those for the rest: as many as a tablet shows at once. */
const mostBars = 12

/** By value, `null` for none. */
function sharesOf({ table, rows, laid }: Counted, { name }: Field): { value: Value; count: number }[] {
  const column = table.columns.get(name)
  const { values, indexOfRow } = column?.distinct(table.rowCount) ?? { values: [null], indexOfRow: [] }
  const counts = new Uint32Array(values.length)
  for (const row of rows.rows()) {
    const index = indexOfRow[row] ?? 0
    counts[index] = (counts[index] ?? 0) + 1
  }
  return [
    ...values.map((value, index) => ({ value, count: counts[index] ?? 0 })),
    ...laid.map(({ fields }) => ({ value: fields[name] ?? null, count: 1 })),
  ]
}

/** [OV3] */
export function referencePicture(counted: Counted, tables: Tables, field: Field): Picture {
  const bars = new Map<string, Bar>()
  let none = 0
  for (const { value, count } of sharesOf(counted, field)) {
    if (count === 0) continue
    if (value === null || value === '') {
      none += count
      continue
    }
    // A record is referred to by its uid until it has an id, and by either from then on.
    const target = targetUid(tables, field, value) ?? nameOf(value)
    const known = bars.get(target)
    const own = nameOf(value)
    const title = titleOf(tables, field, value)
    bars.set(target, {
      ...(known ?? { name: own, title, filters: [asking(field, 'is', own)] }),
      count: (known?.count ?? 0) + count,
    })
  }
  const sorted = [...bars.values()].sort(
    (a, b) => b.count - a.count || (a.title ?? a.name).localeCompare(b.title ?? b.name),
  )
  const shown = sorted.slice(0, mostBars)
  const left = sorted.slice(mostBars).reduce((sum, { count }) => sum + count, 0)
  const others = shown.map(bar => asking(field, 'not', bar.name))
  return {
    of: 'reference',
    field: field.name,
    bars: [
      ...shown,
      ...(left > 0 ? [{ name: 'others', count: left + none, filters: others }] : []),
      ...(left === 0 && none > 0 ? [{ name: 'none', count: none, filters: [asking(field, 'empty')] }] : []),
    ],
  }
}

export function booleanPicture(counted: Counted, field: Field): Picture {
  const shares = sharesOf(counted, field)
  const bars = [true, false].map(wanted => ({
    name: String(wanted),
    count: shares.reduce((sum, { value, count }) => sum + (value === wanted ? count : 0), 0),
    filters: [asking(field, 'is', String(wanted))],
  }))
  return { of: 'boolean', field: field.name, bars }
}
