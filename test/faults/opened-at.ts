/** A world on a database of PostgreSQL that is there, and stays. */
import { postgresAt } from '../../server/db/postgres.ts'
import { openWorld, type World } from '../contract/world.ts'

export async function openedAt(url: string): Promise<World> {
  const engine = { name: 'PostgreSQL', create: () => Promise.reject(new Error('It is there')) }
  return openWorld(engine, { store: { driver: () => postgresAt(url, () => {}), remove: async () => {} } })
}
