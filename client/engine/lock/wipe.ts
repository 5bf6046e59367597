/** [LK7] A person's data taken off this device: first what opens it, then the rest. */
import { namesOf } from '../disk/database.ts'
import { destroy } from '../disk/presence.ts'
import type { World } from '../world.ts'

export async function wipe(world: Pick<World, 'storage' | 'after' | 'pause'>, userId: string): Promise<void> {
  for (const name of namesOf(userId)) await destroy(world, name)
}
