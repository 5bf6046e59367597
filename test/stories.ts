/** The projects that tell the stories in an engine. Each file has a server and profiles of its own: two run at a time. */
import type { TestProjectConfiguration } from 'vitest/config'
import { type BrowserName, isWithinReach, thisMachine } from './browsers.ts'
import { patienceMs } from './e2e/engines/patience.ts'

/** Stories that need nothing that only Chromium can do. */
const everywhere = [1, 2, 3, 4, 5, 6, 7, 8, 12, 14]
/** First sync, save, a restart without a network, the way back to a page; and conflicts in one of them, as no engine has a part in those. */
const atLeast = { firefox: [2, 3, 14], webkit: [2, 3, 4, 14] }

const all = ['test/e2e/**/*.test.ts']
const files = (numbers: number[]) => numbers.map(number => `test/e2e/${number}-*.test.ts`)

function project(
  name: string,
  browser: BrowserName,
  { include, isWhole = true }: { include: string[]; isWhole?: boolean },
): TestProjectConfiguration {
  return {
    test: {
      name,
      include,
      environment: 'node',
      // What an engine does once in a thousand times is for runs of that engine alone.
      env: { E2E_BROWSER: browser, ...(isWhole && { E2E_ROUNDS: 'all' }) },
      globalSetup: ['test/e2e/setup.ts'],
      setupFiles: ['test/e2e/on-failure.ts'],
      testTimeout: 180_000,
      expect: { poll: { timeout: patienceMs } },
      hookTimeout: 180_000,
      sequence: { groupOrder: 1 },
      maxWorkers: 2,
    },
  }
}

type Other = keyof typeof atLeast

function beside(numbersOf: (name: Other) => number[]): TestProjectConfiguration[] {
  const names: Other[] = ['firefox', 'webkit']
  for (const name of names)
    if (!isWithinReach(name, thisMachine))
      console.warn(`No stories in ${name} here; npm run test:engines says what it needs.`)
  return names
    .filter(name => isWithinReach(name, thisMachine))
    .map(name => project(name, name, { include: files(numbersOf(name)), isWhole: false }))
}

/** All of them in the chosen engine; where none is chosen, in Chromium, and the main ones in the others. */
export function stories(): TestProjectConfiguration[] {
  const chosen = process.env['E2E_BROWSER'] as BrowserName | undefined
  if (chosen) return [project('e2e', chosen, { include: chosen === 'chromium' ? all : files(everywhere) })]
  return [project('e2e', 'chromium', { include: all }), ...beside(name => atLeast[name])]
}

/** What the other engines do not tell in `npm test`. */
export function otherStories(): TestProjectConfiguration[] {
  return beside(name => everywhere.filter(number => !atLeast[name].includes(number)))
}
