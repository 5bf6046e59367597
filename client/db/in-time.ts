/** A limit for what the device's storage is asked: browsers have been seen to answer never, and not to say so. */
import { StorageError } from './fault.ts'

/** Calls back after so many milliseconds, unless it is called off. */
export type After = (milliseconds: number, call: () => void) => () => void

/** Fails as `blocked` when it takes longer; what was asked may still happen. */
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
