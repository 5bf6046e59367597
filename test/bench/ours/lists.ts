/** A list read in, and many records changed at once, without a network: from the page's question to its answer. */
import { listOfPeople } from '../../support/list-of-people.ts'
import { serverWith } from '../data.ts'
import { heaps } from '../memory.ts'
import type { Sample } from '../results.ts'
import { bundle, Tablet } from '../tablet.ts'
import { firstSync, type Place } from './first-sync.ts'

/** As many as the budget speaks of. */
const changedAtOnce = 50_000

/** With a person's data of their own: what is written here would be on the disk of what is measured elsewhere. */
export async function measureLists(records: number, sample: Sample): Promise<void> {
  const server = await serverWith(records)
  const tablet = new Tablet([await bundle('page/probe.ts')])
  const place: Place = { server, tablet, records }
  try {
    await firstSync(place)
    await tablet.unplug()
    Object.assign(sample, await changingMany(place), await importing(place))
  } finally {
    await tablet.remove()
    await server.remove()
  }
}

async function changingMany({ tablet: { page }, records }: Place): Promise<Sample> {
  return page.evaluate(
    async most => {
      const engine = await window.bench.engine
      const query = { search: '', filters: [], sort: [], states: [] }
      const askedRows = 1_000
      const uids: string[] = []
      for (let offset = 0; offset < most; offset += askedRows) {
        const { rows } = await engine.query('record_a', query, offset, Math.min(askedRows, most - offset))
        uids.push(...rows.map(({ uid }) => uid))
      }
      const selection = { kind: 'record_a', query, isAllBut: false, uids }
      const act = { do: 'edit', fields: { grp: '42' } } as const
      const begun = performance.now()
      const told = await engine.previewMany(selection, act)
      const previewed = performance.now()
      const done = await engine.actOnMany(selection, act)
      const written = performance.now()
      if (told.outcome === 'failed' || done.outcome === 'failed') throw new Error('It failed')
      if (done.changed !== told.preview.changed) throw new Error('It did something else than it said')
      const typed = performance.now()
      await engine.query('record_a', { ...query, search: 'dew' }, 0, 40)
      await engine.query('record_a', { ...query, search: 'dewi' }, 0, 40)
      const answered = performance.now()
      const undone = done.group && (await engine.undoGroup(done.group))
      if (undone?.outcome !== 'undone' || undone.left > 0) throw new Error('It was not taken back')
      return {
        'many-preview': previewed - begun,
        'many-disk': written - previewed,
        'many-search': (answered - typed) / 2,
        'many-undo': performance.now() - answered,
      }
    },
    Math.min(changedAtOnce, records / 2),
  )
}

async function importing({ tablet: { page }, records }: Place): Promise<Sample> {
  const text = [...listOfPeople(records)].join('')
  const before = await heapNow(page)
  const diffMs = await page.evaluate(async list => {
    const engine = await window.bench.engine
    const file = new Blob([list])
    const begun = performance.now()
    const read = await engine.readTable('record_a', file)
    if (read.outcome !== 'read') throw new Error(read.outcome)
    const compared = await engine.compareTable(read.plan)
    if (compared.outcome !== 'compared') throw new Error(compared.outcome)
    await engine.tableRows(['added', 'changed'], 0, 40)
    return performance.now() - begun
  }, text)
  const compared = await heapNow(page)
  const diskMs = await page.evaluate(async () => {
    const engine = await window.bench.engine
    const begun = performance.now()
    const done = await engine.importTable()
    if (done.outcome !== 'saved') throw new Error(done.outcome)
    return performance.now() - begun
  })
  const written = await heapNow(page)
  return {
    'import-diff': diffMs,
    'import-disk': diskMs,
    'import-heap-diff': compared - before,
    'import-heap': Math.max(compared, written),
  }
}

async function heapNow(page: Place['tablet']['page']): Promise<number> {
  const { main, workers } = await heaps(page)
  return main + workers
}
