/** `npm start`: builds what is missing, then runs the server in this process. */
import { ensureBuilt } from './build.ts'
import { given, run } from './command.ts'

const call = {
  name: 'start',
  about:
    'Builds the app where its sources have changed, and runs the server. Settings are environment variables.',
  calls: [['', 'runs until it gets SIGTERM or SIGINT']],
} as const

given(call)
await run(call, async () => {
  ensureBuilt()
  await import('../main.ts')
})
