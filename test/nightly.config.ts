/** `npm run test:nightly`: what `npm test` has no time for. */
import { defineConfig } from 'vitest/config'
import { projectRoot } from '../server/commands/build.ts'
import { ClosingLine } from './reporter.ts'
import { otherStories } from './stories.ts'

export default defineConfig({
  root: projectRoot,
  test: {
    reporters: ['default', new ClosingLine()],
    projects: [
      {
        test: {
          name: 'nightly',
          include: ['test/**/*.nightly.ts'],
          environment: 'node',
          testTimeout: 600_000,
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
      ...otherStories(),
    ],
  },
})
