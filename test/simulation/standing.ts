/** Within what people let records stand: what they are shown to choose from. */
import type { Value } from '../../shared/fields.ts'
import { everything } from '../support/tables.ts'
import type { Actors } from './actors.ts'
import type { SimTab } from './profile.ts'

/** A Device for this record. */
export async function deviceFor(
  { chaos, wanted }: Actors,
  { engine }: SimTab,
  record: string,
): Promise<Value> {
  const { rows } = await engine.query('device', everything, 0, 100)
  if (rows.length === 0) return null
  const { uid } = chaos.pick(rows)
  wanted.linked(record, uid)
  const device = await engine.record('device', uid)
  return device && (device.id ?? { uid })
}

/** A site for a Device; now and then none. */
export async function siteFor({ chaos }: Actors, { engine }: SimTab): Promise<Value> {
  const { rows } = await engine.query('site', everything, 0, 100)
  if (rows.length === 0 || chaos.chance(0.1)) return null
  return (await engine.record('site', chaos.pick(rows).uid))?.id ?? null
}

/** Whether a record that is edited goes on to within another. */
export function goesOn({ chaos, mixture }: Actors, kind: string): boolean {
  if (kind !== 'record_a' && (kind !== 'device' || !mixture.scopes)) return false
  return chaos.chance(mixture.scopes?.moving ?? 0.2)
}
