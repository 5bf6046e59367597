/**
 * No bugs: what the program counts in hundreds, in ones and twos, so that a few records fill several of everything.
 * Searching by text counts on pages of a multiple of 32 records: nobody may search so in such a run.
 */
import type { Mutant } from './mutant.ts'

const small: [file: string, find: string, replace: string][] = [
  ['shared/limits.ts', 'pageRecords = 512', 'pageRecords = 2'],
  ['shared/limits.ts', 'pushMutations = 500', 'pushMutations = 3'],
  ['client/engine/disk/pages.ts', 'pagesAtOnce = 64', 'pagesAtOnce = 2'],
  ['client/engine/replica/outdated.ts', 'pagesAtOnce = 16', 'pagesAtOnce = 1'],
  ['client/engine/sync/pull.ts', 'linesPerCommit = 64', 'linesPerCommit = 2'],
  ['client/engine/sync/compare.ts', 'pagesPerBreath = 8', 'pagesPerBreath = 1'],
  ['client/engine/replica/patches.ts', 'patchRecords = 4_096', 'patchRecords = 6'],
  ['client/engine/replica/patches.ts', 'pagesPerMerge = 16', 'pagesPerMerge = 1'],
  ['client/engine/table/apply.ts', 'fewPages = 8', 'fewPages = 0'],
  ['server/sync/settling.ts', 'most = 2 * pushMutations', 'most = 5'],
]

export const smallMeasures = 'small-measures'

export const measures: readonly Mutant[] = small.map(([file, find, replace]) => ({
  name: smallMeasures,
  file,
  find,
  replace,
  story: 'no bug by itself: pages of two records, patches of one, pushes of three',
}))
