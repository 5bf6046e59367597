/** `npm start`: builds what is missing, then runs the server in this process. */
import { ensureBuilt } from './build.ts'

ensureBuilt()
await import('../main.ts')
