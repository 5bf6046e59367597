/** What a tab shows, as one text to compare: tabs of one profile show the same once all is at rest. */
import { kinds } from '../../shared/kinds.ts'
import { everything } from '../support/tables.ts'
import { shortOf } from './ledger.ts'
import type { SimTab } from './profile.ts'

/** By what it is called in a story. */
export type View = Map<string, string>

/** Which act is the newest is known to a new tab only as far as it has not left. */
const json = (value: unknown) => JSON.stringify(value, (name, each: unknown) => (name === 'since' ? 0 : each))

export async function viewOf({ engine }: SimTab): Promise<View> {
  const view: View = new Map()
  for (const { name } of kinds) {
    const { rows, total, all } = await engine.query(name, everything, 0, 1_000)
    view.set(`${name} count`, json({ total, all }))
    for (const row of rows)
      view.set(`${name} ${shortOf(row.uid)}`, json({ row, record: await engine.record(name, row.uid) }))
  }
  const { unsent, attention, counts } = await engine.status()
  view.set('status', json({ unsent, attention, counts }))
  view.set('attention', json(await engine.attention()))
  view.set('outbox', json(await engine.outbox()))
  return view
}

export function viewDifferences(lane: string, shown: View, fresh: View): string[] {
  return [...new Set([...shown.keys(), ...fresh.keys()])]
    .filter(name => shown.get(name) !== fresh.get(name))
    .map(
      name =>
        `${lane} was open all the time and shows another ${name} than a new tab: ${shown.get(name)}, not ${fresh.get(name)}`,
    )
}
