/** Whether the server can do its work now. [OP2] */
import { AppError } from '../../shared/errors.ts'
import { type Database, hasOwnTables } from '../db/database.ts'

/** Throws `unavailable` with the reason. */
export type Readiness = () => Promise<void>

/** Anybody may ask, and as often as they like: all who ask at one moment get one answer. */
export function createReadiness(database: Pick<Database, 'db' | 'driver'>): Readiness {
  let asked: Promise<void> | undefined
  async function ask(): Promise<void> {
    const isRight = await hasOwnTables(database).catch((cause: unknown) => {
      throw new AppError('unavailable', { reason: 'database' }, { cause })
    })
    if (!isRight) throw new AppError('unavailable', { reason: 'tables' })
  }
  return () => (asked ??= ask().finally(() => (asked = undefined)))
}
