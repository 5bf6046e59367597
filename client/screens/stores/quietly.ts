/** Runs what may fail for want of a connection or a session without anybody having to do something now. */
import { AppError } from '../../../shared/errors.ts'

export async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
