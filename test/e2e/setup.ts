/** Before the first story: the app is built and a browser is there, or the run ends with one clear line. */
import { ensureBuilt } from '../../server/commands/build.ts'
import { provide, thisMachine } from '../browsers.ts'
import { engineName } from './engines/engine.ts'

export default function setup(): void {
  provide(engineName, thisMachine)
  ensureBuilt()
}
