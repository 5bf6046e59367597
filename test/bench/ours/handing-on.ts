/** A whole list in pictures and as files, from the page's question to its answer. */
import { kinds } from '../../../shared/kinds.ts'
import { kindNamed } from '../../../shared/metadata.ts'
import type { ExportRequest, FileFormat } from '../../../client/contract-exchange.ts'
import type { Sample } from '../results.ts'
import type { Place } from './first-sync.ts'

const kind = kindNamed(kinds, 'record_a')
const fields = kind?.fields.map(({ name }) => name) ?? []
const labels = Object.fromEntries(fields.map(name => [name, name]))
const request: Omit<ExportRequest, 'format'> = {
  ...{ kind: 'record_a', fields, hasMark: true, words: { labels, yes: 'Yes', no: 'No' } },
  query: { search: '', filters: [], sort: [], states: [] },
}

export async function overview({ tablet: { page } }: Place): Promise<Sample> {
  const today = new Date().toISOString().slice(0, 10)
  const [first = 0, again = 0] = await page.evaluate(async day => {
    const engine = await window.bench.engine
    const times: number[] = []
    for (let round = 0; round < 2; round++) {
      const start = performance.now()
      const answer = await engine.overview('record_a', day)
      if (answer.outcome === 'failed') throw new Error(answer.fault)
      times.push(performance.now() - start)
    }
    return times
  }, today)
  return { 'overview-first': first, 'overview-again': again }
}

/** All fields of all records. */
export async function exporting({ tablet: { page }, records }: Place): Promise<Sample> {
  const times: Sample = {}
  for (const format of ['csv', 'xlsx', 'json'] satisfies FileFormat[]) {
    const { count, ms } = await page.evaluate(
      async asked => {
        const engine = await window.bench.engine
        const start = performance.now()
        const answer = await engine.exportFile(asked)
        if (answer.outcome === 'failed') throw new Error(answer.fault)
        return { count: answer.count, ms: performance.now() - start }
      },
      { ...request, format },
    )
    if (count !== records) throw new Error(`${count} of ${records} records are in the file`)
    times[`export-${format}`] = ms
  }
  return times
}
