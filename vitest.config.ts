/** Which tests there are, where each kind runs, and what they print at the end. */
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import { ClosingLine } from './test/reporter.ts'

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLine()],
    projects: [
      {
        test: {
          name: 'spec',
          include: ['test/spec/**/*.test.ts', 'test/architecture.test.ts'],
          environment: 'node',
          // Never a matter of speed: a machine may be busy with something else.
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [vue()],
        test: {
          name: 'screens',
          include: ['test/screens/**/*.test.ts'],
          environment: 'happy-dom',
          testTimeout: 60_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/contract/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['test/simulation/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'harm',
          include: ['test/harm/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/e2e/setup.ts'],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/e2e/setup.ts'],
          setupFiles: ['test/e2e/on-failure.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
