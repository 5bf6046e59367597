/** Which tests there are, where each kind runs, and what they print at the end. */
import vue from '@vitejs/plugin-vue'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { type BrowserName, isWithinReach, thisMachine } from './test/browsers.ts'
import { ClosingLine } from './test/reporter.ts'

const { E2E_BROWSER } = process.env

/** Stories that need nothing that only Chromium can do. */
const everywhere = [1, 2, 3, 4, 5, 6, 7, 8, 12, 14]
/** First sync, save, a restart without a network, a conflict, the way back to a page. */
const atLeast = [2, 3, 4, 14]

function stories(name: string, browser: BrowserName, include: string[]): TestProjectConfiguration {
  return {
    test: {
      name,
      include,
      environment: 'node',
      env: { E2E_BROWSER: browser },
      globalSetup: ['test/e2e/setup.ts'],
      setupFiles: ['test/e2e/on-failure.ts'],
      maxWorkers: 2,
      testTimeout: 180_000,
      hookTimeout: 180_000,
      sequence: { groupOrder: 2 },
    },
  }
}

const files = (numbers: number[]) => numbers.map(number => `test/e2e/${number}-*.test.ts`)
const chosen = (E2E_BROWSER ?? 'chromium') as BrowserName
const besideChromium = E2E_BROWSER === undefined ? (['firefox', 'webkit'] as const) : []
const others = besideChromium.filter(name => isWithinReach(name, thisMachine))
for (const name of besideChromium)
  if (!others.includes(name))
    console.warn(`No stories in ${name} here; npm run test:engines says what it needs.`)

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
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/e2e/setup.ts'],
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 3 },
        },
      },
      stories('e2e', chosen, chosen === 'chromium' ? ['test/e2e/**/*.test.ts'] : files(everywhere)),
      ...others.map(name => stories(name, name, files(atLeast))),
    ],
  },
})
