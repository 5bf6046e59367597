/** What commands add to the audit: whoever can run them is at the server itself. [AU1] */
import { commandLine } from '../audit/chain.ts'
import { type Act, createAudit } from '../audit/record.ts'
import type { Database } from '../db/database.ts'
import { complain } from './terminal.ts'

export function record(database: Database, act: Omit<Act, 'actor' | 'outcome'>): Promise<void> {
  const error = (): void => complain(new Error('This could not be added to the audit.'))
  const logger = { info: () => {}, warn: () => {}, error, keep: () => {} }
  const audit = createAudit({ database, logger })
  return audit.record({ ...act, actor: commandLine, outcome: 'ok' })
}
