/** Editing through the form, editing a whole day's work offline, and getting all of it sent. */
import type { Sample } from '../results.ts'
import type { Page } from 'playwright-core'
import type { Engine } from '../../../client/contract.ts'
import { quantile } from '../statistics.ts'
import { answeredActs, forget, timed } from './acts.ts'
import { changeRecords } from './colleague.ts'
import type { Place } from './first-sync.ts'

/** Rows that are in sight without scrolling, on every screen that is measured. */
const rowsInSight = 10

/** A record beside the list, then its form; each is there before the next press. */
async function openForm(page: Page, index: number): Promise<void> {
  const link = page.locator('[role=row] a.open').nth(index % rowsInSight)
  const path = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname
  await link.click()
  await page.waitForURL(url => url.pathname === path)
  await page.locator(`a[href^="${path}/edit"]`).first().click()
}

/** In the page: when the list with such a cell has been drawn. It may hold the cell before it is in sight again. */
async function paintedCell(text: string): Promise<number> {
  const isListed = () =>
    [...document.querySelectorAll('[role=gridcell]')].some(
      cell => cell.textContent.trim() === text && cell.checkVisibility({ visibilityProperty: true }),
    )
  const givenUpAt = performance.now() + 30_000
  while (!isListed()) {
    if (performance.now() > givenUpAt) throw new Error(`The list never showed ${text}`)
    await new Promise(requestAnimationFrame)
  }
  return window.bench.painted()
}

/** Edits one record after the other by hand; the list shows the new card of each. */
export async function saving({ tablet: { page } }: Place, saves: number): Promise<Sample> {
  const durable: number[] = []
  const shown: number[] = []
  for (let index = 0; index < saves; index++) {
    const mark = `g${index}`
    await openForm(page, index)
    const input = page.getByLabel('Card', { exact: true }).filter({ visible: true }).first()
    await input.fill(mark)
    await forget(page)
    if ((await input.inputValue()) !== mark) throw new Error('The form lost what was typed')
    const listed = page.evaluate(paintedCell, mark)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const [save] = await answeredActs(page, 'save')
    if (save?.call.text !== 'saved') throw new Error(`A save ended ${save?.call.text}`)
    durable.push(save.call.answeredAt - save.act.at)
    shown.push((await listed) - save.act.at)
  }
  return {
    'save-durable': quantile(durable, 0.95),
    'save-shown': quantile(shown, 0.95),
  }
}

/**
 * Read in as a file of unsent work, which a person can do, too: as the form would save them they stand there as one act
 * each, and five thousand saves one after the other would take minutes that nobody measures.
 */
async function editMany({ tablet: { page } }: Place, count: number): Promise<void> {
  await page.evaluate(async count => {
    const engine: Engine = await window.bench.engine
    const query = { search: '', filters: [], sort: [], states: [] }
    const askedRows = 500
    const records: object[] = []
    for (let offset = 0; offset < count; offset += askedRows) {
      const { rows } = await engine.query('record_a', query, offset, Math.min(askedRows, count - offset))
      for (const { uid, id, fields } of rows) {
        // A value is shared by some of them.
        const tz = `tz ${Math.floor(records.length / 20)}`
        const deed = { do: 'edit', changes: { tz: [fields['tz'] ?? null, tz] }, shown: fields }
        const known = id === null ? {} : { givenId: id }
        const act = { seq: records.length, since: 0, at: Date.now(), write: crypto.randomUUID(), ...known }
        records.push({ kind: 'record_a', uid, acts: [{ ...act, deed }], flights: [] })
      }
    }
    const file = { format: 'records-unsent', version: 2, savedAt: new Date().toISOString(), records }
    const added = await engine.addUnsent(JSON.stringify(file))
    if (added.outcome !== 'added' || added.count !== count) throw new Error(JSON.stringify(added))
  }, count)
}

/** Offline until now; the time counts from the moment the browser says it is online. */
export async function pushing(place: Place, edits: number): Promise<Sample> {
  const { page } = place.tablet
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Settings/ })
    .first()
    .click()
  await editMany(place, edits)
  const { unsent } = await page.evaluate(async () => (await window.bench.engine).status())
  if (unsent < edits) throw new Error(`${unsent} of ${edits} edits wait to be sent`)
  await place.tablet.unplug()
  await place.server.run()
  const settled = page.evaluate(() =>
    window.bench.until(({ unsent, state }) => unsent === 0 && state === 'idle'),
  )
  const onlineAt = await place.tablet.plug()
  const ms = (await settled) - onlineAt
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Record A/ })
    .first()
    .click()
  await page.getByRole('searchbox').waitFor()
  return { push: ms }
}

/** What a colleague changed meanwhile; counts from the moment the browser says it is online. */
export async function receiving(place: Place, count: number): Promise<Sample> {
  const { server, tablet } = place
  const { page } = tablet
  const mark = 'benchmark'
  await timed(page, () => page.getByRole('searchbox').fill(`tz:${mark}`))
  await tablet.unplug()
  await changeRecords(server, count, mark)
  await forget(page)
  const onlineAt = await tablet.plug()
  const painted = await page.waitForFunction(
    ({ count, since }) =>
      window.bench.recorder.calls.find(call => call.total === count && call.paintedAt > since)?.paintedAt,
    { count, since: onlineAt },
    { polling: 20 },
  )
  return { incremental: ((await painted.jsonValue()) ?? 0) - onlineAt }
}
