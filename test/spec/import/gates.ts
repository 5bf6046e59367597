/** Devices that are hard to name, and records that refer to them. */
import type { Cell } from '../../../client/engine/exchange/cells.ts'
import { recordA, uid } from '../../support/tables.ts'
import type { Given } from './compared.ts'

export const devices: Given = {
  1: { fields: { name: 'Gerbang' } },
  2: { fields: { name: 'Kembar' } },
  3: { fields: { name: 'Kembar' } },
  4: { fields: { name: '#1' } },
  5: { fields: { name: 'Baru' }, id: null },
  6: { fields: { name: ' Pintu ' } },
}

export const budi = recordA({ device_id: '1', pin: '007', name: 'Budi' })
export const records: Given = {
  11: { fields: budi },
  12: { fields: recordA({ device_id: { uid: uid(5) }, pin: '1', name: 'Sari' }), id: null, state: 'unsent' },
}
/** All that a new record needs beside its keys and its name. */
export const rest: Record<string, Cell> = {
  ...{ pri: '0', passwd: 'x', card: '1', grp: '1', tz: '1', vice_card: '2' },
  ...{ start_datetime: '2026-01-05', end_datetime: '2026-12-31' },
}
export const whole = {
  names: ['Device', 'PIN', 'Name', ...Object.keys(rest)],
  row: (...cells: Cell[]): Cell[] => [...cells, ...Object.values(rest)],
}
