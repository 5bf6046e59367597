/** Before the first story: the app is built and its browser is there, or the run ends with one clear line. */
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../../server/commands/build.ts'
import { type BrowserName, provide, thisMachine } from '../browsers.ts'

export default function setup(project?: TestProject): void {
  provide((project?.config.env?.['E2E_BROWSER'] ?? 'chromium') as BrowserName, thisMachine)
  ensureBuilt()
}
