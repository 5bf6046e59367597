/** [LK7] A person's data taken off this device: first what opens it, then the rest. */
import { failed } from '../ask/from-storage.ts'
import { namesOf } from '../disk/database.ts'
import { destroy } from '../disk/presence.ts'
import type { World } from '../world.ts'

export async function wipe(world: World, userId: string) {
  try {
    for (const name of namesOf(userId)) await destroy(world, name)
    return { outcome: 'wiped' } as const
  } catch (error) {
    return failed(world, error)
  }
}
