/** Records by what their dates say today, and by the day on which they were changed. */
import { pageRecords } from '../../../shared/limits.ts'
import type { Field } from '../../../shared/metadata.ts'
import { valueOf } from '../../../shared/provenance.ts'
import { type BarFilter, type Picture, type Standing, standings } from '../../contract-overview.ts'
import { secondsPerDay } from '../table/date-times.ts'
import { secondsIn } from '../table/seconds.ts'
import { asking, type Counted } from './counted.ts'

/** What ends within these is said to be ending; and as many days back changes are counted. */
const daysAhead = 30
const daysBack = 30

function dayAway(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * secondsPerDay * 1000).toISOString().slice(0, 10)
}

/** Calls with the moments of each record, in the order of `fields`; NaN: it has none. */
function eachMoment({ table, rows, laid }: Counted, fields: Field[], call: (moments: number[]) => void) {
  const columns = fields.map(({ name }) => table.columns.get(name))
  const moments = fields.map(() => NaN)
  for (const [number, { count }] of table.numberedPages()) {
    const pages = columns.map(column => column?.secondsOf(number))
    for (let slot = 0; slot < count; slot++) {
      if (!rows.has(number * pageRecords + slot)) continue
      for (const [at, page] of pages.entries()) moments[at] = page?.[slot] ?? NaN
      call(moments)
    }
  }
  for (const record of laid) call(fields.map(({ name }) => secondsIn(valueOf(record, name))))
}

interface Validity {
  from: Field
  to: Field
  today: string
}

/** [OV4] */
export function standingPicture(counted: Counted, { from, to, today }: Validity): Picture {
  const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000
  const last = dayAway(today, daysAhead)
  const now = startOf(today)
  const [tomorrow, behind] = [startOf(dayAway(today, 1)), startOf(dayAway(last, 1))]
  const counts: Record<Standing, number> = { valid: 0, ending: 0, later: 0, ended: 0 }
  eachMoment(counted, [from, to], ([start = NaN, end = NaN]) => {
    if (end < now) counts.ended++
    else if (start >= tomorrow) counts.later++
    else counts[end < behind ? 'ending' : 'valid']++
  })
  const begun = [asking(from, 'to', today), asking(from, 'empty')]
  const filters: Record<Standing, BarFilter[]> = {
    valid: [...begun, asking(to, 'after', last), asking(to, 'empty')],
    ending: [...begun, asking(to, 'from', today), asking(to, 'to', last)],
    later: [asking(from, 'after', today), asking(to, 'from', today), asking(to, 'empty')],
    ended: [asking(to, 'before', today)],
  }
  const bars = standings.map(name => ({ name, count: counts[name], filters: filters[name] }))
  return { of: 'standing', field: to.name, bars }
}

/** [OV5] The day of whoever asks, where they are. */
export function daysPicture(counted: Counted, field: Field, today: string): Picture {
  const days = Array.from({ length: daysBack }, (_, at) => dayAway(today, at + 1 - daysBack))
  const starts = [...days, dayAway(today, 1)].map(day => Date.parse(`${day}T00:00:00`) / 1000)
  const counts = days.map(() => 0)
  const [first = NaN] = starts
  eachMoment(counted, [field], ([moment = NaN]) => {
    if (!(moment >= first)) return
    // A day may be an hour longer or shorter than others.
    const at = starts.findIndex(start => moment < start) - 1
    if (at >= 0) counts[at] = (counts[at] ?? 0) + 1
  })
  const bars = days.map((name, at) => ({
    ...{ name, count: counts[at] ?? 0 },
    filters: [asking(field, 'is', name)],
  }))
  return { of: 'days', field: field.name, bars }
}
