/** Finding, sorting and filtering through the real screen. */
import type { Sample } from '../results.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { keyPauseMs, typedQueries } from '../queries.ts'
import { quantile } from '../statistics.ts'
import { answeredActs, forget, timed } from './acts.ts'
import { startWorkerClock } from '../worker-clock.ts'
import type { Place } from './first-sync.ts'

/** Longer than the list waits with its address. */
const addressPauseMs = 500

async function clear(page: Page): Promise<void> {
  await forget(page)
  await page.getByRole('searchbox').fill('')
  await answeredActs(page)
}

export async function typing({ tablet: { page } }: Place): Promise<Sample> {
  const painted: number[] = []
  const engine: number[] = []
  const box = page.getByRole('searchbox')
  const timesOf = await startWorkerClock(page)
  await box.click()
  for (const query of typedQueries) {
    await forget(page)
    await timesOf('query')
    for (const key of query) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      await pause(keyPauseMs)
    }
    const acts = await answeredActs(page)
    if (acts.length !== query.length) throw new Error(`${acts.length} keystrokes of ${query} were answered`)
    painted.push(...acts.map(act => act.paintedMs))
    engine.push(...(await timesOf('query')))
    await clear(page)
  }
  return {
    'key-p50': quantile(painted, 0.5),
    'key-p95': quantile(painted, 0.95),
    'key-max': quantile(painted, 1),
    'engine-p50': quantile(engine, 0.5),
    'engine-p95': quantile(engine, 0.95),
    'engine-max': quantile(engine, 1),
  }
}

/** A press sorts up, the next down, the third not at all. */
export async function sorting({ tablet: { page } }: Place): Promise<Sample> {
  const press = (column: string) =>
    timed(page, () =>
      page.getByRole('columnheader').getByRole('button', { name: column, exact: true }).click(),
    )
  const again = async (column: string) => {
    await press(column)
    await press(column)
  }
  const first = await press('Name')
  await again('Name')
  const second = await press('Name')
  await again('Name')
  const pin = await press('PIN')
  await again('PIN')
  const device = await press('Device')
  await again('Device')
  return { 'sort-first': first, 'sort-again': second, 'sort-pin': pin, 'sort-device': device }
}

async function filter(
  page: Page,
  field: string,
  choose: (form: ReturnType<Page['locator']>) => Promise<void>,
) {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Add a filter' })
  await form.getByRole('button', { name: field, exact: true }).click()
  await choose(form)
  return timed(page, () => form.getByRole('button', { name: 'Apply' }).click())
}

async function removeFilters(page: Page): Promise<void> {
  const chips = page.getByRole('button', { name: /^Remove filter/ })
  while ((await chips.count()) > 0) await timed(page, () => chips.first().click())
  // The address follows the list a moment later, and would undo a visit that has begun by then.
  await pause(addressPauseMs)
  await page.waitForURL(url => url.search === '')
}

export async function filtering({ tablet: { page } }: Place): Promise<Sample> {
  const device = await filter(page, 'Device', async form => {
    await form.getByRole('combobox', { name: / is$/ }).click()
    await page.locator('[role=option]').first().click()
  })
  await removeFilters(page)
  const from = await filter(page, 'Start', async form => {
    await form.getByLabel('How Start is filtered').selectOption({ label: 'from' })
    await form.locator('input').fill('2020-03-01')
  })
  const until = await filter(page, 'Start', async form => {
    await form.getByLabel('How Start is filtered').selectOption({ label: 'until' })
    await form.locator('input').fill('2021-08-31')
  })
  await removeFilters(page)
  return { 'filter-device': device, 'filter-dates': Math.max(from, until) }
}
