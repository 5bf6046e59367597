/** A limit for what the device's storage is asked: browsers have been seen to answer never, and not to say so. */
import { faultOf, StorageError } from './fault.ts'

/** Calls back after so many milliseconds, unless it is called off. */
export type After = (milliseconds: number, call: () => void) => () => void

/** Fails as `blocked` when it takes longer; whoever asked abandons what is under way. */
export async function inTime<T>(asked: PromiseLike<T>, milliseconds: number, after: After): Promise<T> {
  let callOff = () => {}
  const late = new Promise<never>((_, reject) => {
    callOff = after(milliseconds, () => reject(new StorageError('blocked')))
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    callOff()
  }
}

/** Nothing of it is written later, when its person has been told that it is not, unless its commit has begun. */
export function abandon(transaction: Pick<IDBTransaction, 'abort'>): void {
  try {
    transaction.abort()
  } catch (error) {
    // InvalidStateError: it is over, or being committed.
    if (faultOf(error) !== 'connection') throw error
  }
}
