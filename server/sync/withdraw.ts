/** POST /api/sync/withdraw: says what became of mutations that nobody answered, and ends those that never came. [PU15] */
import type { Settlement, Withdrawal } from '../../shared/protocol.ts'
import { type WithdrawAnswer, WithdrawRequest } from '../../shared/protocol.ts'
import { lockClock, tokenOf } from '../db/clock.ts'
import { insertRefusedRows } from '../db/refused.ts'
import type { Services } from '../services.ts'
import { encodeCursor } from './cursor.ts'
import { admitted, parseEnvelope, type Sender } from './envelope.ts'
import { rejected } from './judge.ts'
import { type Remembered, rememberedOf } from './remembered.ts'
import { stampsOf } from './settle.ts'

export async function withdraw(services: Services, sender: Sender, body: unknown): Promise<WithdrawAnswer> {
  const { database, kinds } = services
  const request = parseEnvelope(WithdrawRequest, body, 'ids')
  const { writer, admit } = await admitted(services, sender, request)
  return database.write(async tx => {
    // Before anything is read: a push of the same mutation waits, or has been settled.
    const clock = await lockClock(tx)
    await admit?.(tx)
    const known = await rememberedOf(tx, { driver: database.driver, kinds }, request.ids)
    const unknown = [...new Set(request.ids)].filter(id => !known.has(id))
    const stamps = { ...stampsOf({ database, writer }), clock, hash: null }
    const rows = unknown.map(id => ({ id, ...stamps, settlement: JSON.stringify(notDelivered(id)) }))
    await insertRefusedRows(tx, rows)
    const results = request.ids.map(id => withdrawalOf(id, known.get(id)))
    const token = (await tokenOf(tx, clock)) ?? ''
    const answer = { clock, history: encodeCursor({ clock, token }), results }
    return { commit: rows.length > 0, answer }
  })
}

/** What a late copy of it is answered. */
function notDelivered(id: string): Settlement {
  return rejected(id, [{ field: '', code: 'not_delivered' }])
}

function withdrawalOf(id: string, known: Remembered | undefined): Withdrawal {
  return known && known.hash !== null ? known.settlement : { id, outcome: 'withdrawn' }
}
