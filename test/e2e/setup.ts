/** Before the first story: the app is built and a browser is there, or the run ends with one clear line. */
import { ensureBuilt } from '../../server/commands/build.ts'
import { provideChromium, thisMachine } from '../browser.ts'

export default function setup(): void {
  provideChromium(thisMachine)
  ensureBuilt()
}
