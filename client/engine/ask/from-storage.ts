/** A question to the device's storage: that it could not be read is an answer, and the status says so. */
import { faultOf } from '../../storage/fault.ts'
import type { Read } from '../../contract.ts'
import type { User } from '../world.ts'

export async function read<T>({ world, scheduler }: User, find: () => Promise<T>): Promise<Read<T>> {
  try {
    return { outcome: 'read', ...(await find()) }
  } catch (error) {
    world.onBug(error)
    // A run begins with the device's storage, and its fault then stands in the status until it has healed.
    scheduler.send({ kind: 'urge' })
    return { outcome: 'failed', fault: faultOf(error) }
  }
}
