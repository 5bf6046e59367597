/** Which tests there are, where each kind runs, and what they print at the end. */
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { ClosingLine } from './test/reporter.ts'
import { stories } from './test/stories.ts'
import { apiDocument } from './vite.api-document.ts'

/** Files run side by side, as many as two cores take; Vitest alone would leave one of them out. */
const maxWorkers = 2

/** Where databases are those of fake-indexeddb. */
const setupFiles = ['test/support/one-at-a-time.ts']

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLine()],
    projects: [
      {
        test: {
          name: 'spec',
          include: ['test/spec/**/*.test.ts', 'test/architecture.test.ts'],
          environment: 'node',
          setupFiles,
          // Never a matter of speed: a machine may be busy with something else.
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
          maxWorkers,
        },
      },
      {
        test: {
          name: 'search',
          include: ['test/search/**/*.test.ts'],
          environment: 'node',
          testTimeout: 600_000,
          sequence: { groupOrder: 0 },
          maxWorkers,
        },
      },
      {
        plugins: [vue(), apiDocument],
        test: {
          name: 'screens',
          include: ['test/screens/**/*.test.ts'],
          environment: 'happy-dom',
          setupFiles,
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
          maxWorkers,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/contract/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
          maxWorkers,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['test/simulation/**/*.test.ts'],
          environment: 'node',
          setupFiles,
          testTimeout: 120_000,
          sequence: { groupOrder: 1 },
          maxWorkers,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/e2e/setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
          maxWorkers,
        },
      },
      ...stories(),
    ],
  },
})
