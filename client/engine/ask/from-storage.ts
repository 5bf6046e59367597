/** A question to the device's storage: that it could not be read is an answer, and the status says so. */
import { faultOf } from '../../storage/fault.ts'
import type { Read } from '../../contract.ts'
import type { User, World } from '../world.ts'

export async function read<T>({ world, scheduler }: User, find: () => Promise<T>): Promise<Read<T>> {
  try {
    return { outcome: 'read', ...(await find()) }
  } catch (error) {
    // A run begins with the device's storage, and its fault then stands in the status until it has healed.
    scheduler.send({ kind: 'urge' })
    return failed(world, error)
  }
}

export function failed(world: World, error: unknown) {
  world.onBug(error)
  return { outcome: 'failed', fault: faultOf(error) } as const
}
