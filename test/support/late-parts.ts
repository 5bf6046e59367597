/** The parts of the worker that are loaded when they are first needed: in tests they are there. */
import { suggested } from '../../client/engine/ask/suggest.ts'
import { unsentFiles } from '../../client/engine/ask/take-in.ts'
import { exportFile } from '../../client/engine/exchange/export.ts'
import { createImporting } from '../../client/engine/import/importing.ts'
import { many } from '../../client/engine/many/many.ts'
import { overviewOf } from '../../client/engine/overview/overview.ts'
import { comparison } from '../../client/engine/sync/compare.ts'
import { syncOnce } from '../../client/engine/sync/run.ts'
import type { World } from '../../client/engine/world.ts'

export const lateParts = {
  syncing: async () => ({ syncOnce }),
  comparison: async () => comparison,
  suggesting: async () => ({ suggested }),
  unsentFiles: async () => unsentFiles,
  exporting: async () => ({ exportFile }),
  importing: async () => ({ createImporting }),
  many: async () => ({ many }),
  overviewing: async () => ({ overviewOf }),
} satisfies Partial<World>
