/** People who read lists in, and what they are told of them. */
import type { ImportDiff, ImportPlan, ImportRow, Verdict } from '../../client/contract.ts'
import { make, online, outOfReach, type Person, shown, twoTabs } from './people.ts'
import { recordA } from './tables.ts'

const head = 'Perangkat;PIN;Nama;Pri;Passwd;Kartu;Grp;TZ;Verify;ViceCard;Mulai;Akhir'
/** A row for a person at a Device. */
export const line = (pin: string, name: string, device = 'Gerbang') =>
  `${device};${pin};${name};0;rahasia;0012000001;1;0000000100000000;tidak;9;2026-01-05 08:30:00;2027-01-05 00:00:00`
export const csv = (...lines: string[]) => [head, ...lines, ''].join('\r\n')

export async function readText(person: Person, text: string | Blob, kind = 'record_a') {
  const answer = await person.tab.engine.readTable(kind, new Blob([text]))
  if (answer.outcome !== 'read') throw new Error(answer.outcome)
  return answer
}

export async function compare(person: Person, plan: ImportPlan): Promise<ImportDiff> {
  const answer = await person.tab.engine.compareTable(plan)
  if (answer.outcome !== 'compared') throw new Error(answer.outcome)
  return answer.diff
}

export async function rowsOf({ tab }: Person, ...wanted: Verdict[]): Promise<ImportRow[]> {
  const answer = await tab.engine.tableRows(wanted, 0, 100)
  if (answer.outcome === 'failed') throw new Error(answer.fault)
  return answer.rows
}

export async function write(person: Person) {
  const answer = await person.tab.engine.importTable()
  if (answer.outcome !== 'saved') throw new Error(answer.outcome)
  return answer
}

/** A Device and two of its people on the server, and nobody in its reach. */
export async function withPeople() {
  const people = await twoTabs()
  const { ani } = people
  await make(ani, 11, { name: 'Gerbang' }, 'device')
  await online(ani)
  const device_id = (await shown(ani, 11, 'device'))?.id ?? ''
  await make(ani, 21, recordA({ device_id, pin: '007', name: 'Siti' }), 'record_a')
  await make(ani, 22, recordA({ device_id, pin: '008', name: 'Dewi' }), 'record_a')
  await online(ani)
  await outOfReach(ani)
  return { ...people, device_id }
}
