/** When a story fails: what everybody's screen looked like, as pictures under `test-results`, and in words. */
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import type { Tab } from './engines/tab.ts'
import { Profile } from './profile.ts'

const patienceMs = 5000

/** A page that stands still, behind a dialog, answers nothing, and the others are to be shown all the same. */
function orSilence(answer: Promise<unknown>): Promise<unknown> {
  const silence = new Promise(resolve => setTimeout(resolve, patienceMs, 'no answer'))
  return Promise.race([answer.catch(String), silence])
}

async function show(tab: Tab, path: string): Promise<void> {
  const text = await orSilence(tab.evaluate(() => document.body.innerText))
  const picture = await orSilence(tab.screenshot({ path, timeout: patienceMs }).then(() => path))
  console.error(
    `Screen at ${String(await orSilence(Promise.resolve(tab.url())))}: ${String(picture)}\n${String(text).slice(0, 1500)}`,
  )
}

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const name = task.name.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 60)
  let person = 0
  for (const tab of Profile.openTabs())
    await show(tab, join(projectRoot, 'test-results', `${name}-${++person}.png`))
})
