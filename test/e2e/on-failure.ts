/** When a story fails: what everybody's screen looked like, as pictures under `test-results`. */
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { projectRoot } from '../../server/commands/build.ts'
import { Profile } from './profile.ts'

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const name = task.name.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 60)
  let person = 0
  for (const page of Profile.openTabs()) {
    const path = join(projectRoot, 'test-results', `${name}-${++person}.png`)
    await page.screenshot({ path, timeout: 5000 })
    console.error(`Screen ${person} (${await page.url()}): ${path}`)
  }
})
