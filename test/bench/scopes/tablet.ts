/** The first sync of somebody who sees a part, in a real browser. */
import { citra } from '../../e2e/accounts.ts'
import { heaps } from '../memory.ts'
import { forget } from '../ours/acts.ts'
import type { Sample } from '../results.ts'
import { bundle, Tablet } from '../tablet.ts'
import type { ScopedPlace } from './place.ts'

/** Of Citra, who was granted her Devices: from the press of *Sign in* until all of hers is there and searchable. */
export async function firstSyncOf(
  { server }: ScopedPlace,
  { expected }: { expected: number },
): Promise<Sample> {
  const tablet = new Tablet([await bundle('page/probe.ts')])
  try {
    await tablet.start()
    const { page } = tablet
    await page.goto(server.origin)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.getByLabel('User name', { exact: true }).fill(citra.username)
    await page.getByLabel('Password', { exact: true }).fill(citra.password)
    await forget(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const took = await page.evaluate(async expected => {
      const [press] = window.bench.recorder.acts
      await window.bench.until(({ isComplete }) => isComplete)
      const engine = await window.bench.engine
      const query = { search: 'orang', filters: [], sort: [], states: [] }
      const { total, all } = await engine.query('record_a', query, 0, 100)
      const foundAt = performance.now()
      if (total !== expected || all !== expected) throw new Error(`${total} of ${all} records`)
      return foundAt - (press?.at ?? 0)
    }, expected)
    await page.evaluate(() => window.bench.until(({ state }) => state === 'idle'))
    const { main, workers } = await heaps(page)
    return { 'scoped-sync': took, 'scoped-heap': main + workers }
  } finally {
    await tablet.remove()
  }
}
