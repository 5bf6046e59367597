/** `npm run build`: builds the app anew. */
import { build } from './build.ts'
import { given, run } from './command.ts'

const call = {
  name: 'build',
  about: 'Builds the app into dist/, whether or not its sources have changed.',
  calls: [['', 'npm start does it by itself where that is needed']],
} as const

given(call)
await run(call, () => build())
