/** What a person did on the page and how long each act took; read from the page's recorder. */
import type { Page } from 'playwright-core'
import type { Act, Call } from '../page/recorder.ts'

export interface Answered {
  act: Act
  call: Call
  /** Act → painted, and question → answer; ms. */
  paintedMs: number
  answeredMs: number
}

export function forget(page: Page): Promise<void> {
  return page.evaluate(() => window.bench.recorder.forget())
}

/** Each act with the first question asked after it, all of them answered and painted. */
export async function answeredActs(page: Page, method = 'query'): Promise<Answered[]> {
  await page.waitForFunction(
    method => {
      const { acts, calls } = window.bench.recorder
      const last = acts.at(-1)
      const since = calls.filter(call => call.method === method && call.askedAt >= (last?.handledAt ?? 0))
      return last !== undefined && since.length > 0 && calls.every(call => call.paintedAt > 0)
    },
    method,
    { polling: 20 },
  )
  const { acts, calls } = await page.evaluate(() => {
    const { acts, calls } = window.bench.recorder
    return { acts, calls }
  })
  return acts.flatMap(act => {
    const call = calls.find(each => each.method === method && each.askedAt >= act.handledAt)
    if (!call) return []
    return [{ act, call, paintedMs: call.paintedAt - act.at, answeredMs: call.answeredAt - call.askedAt }]
  })
}

/** Does one thing; how long until the list has been drawn for it. */
export async function timed(page: Page, act: () => Promise<unknown>): Promise<number> {
  await forget(page)
  await act()
  const last = (await answeredActs(page)).at(-1)
  if (!last) throw new Error('The list did not change')
  return last.paintedMs
}
