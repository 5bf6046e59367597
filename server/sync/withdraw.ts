/** POST /api/sync/withdraw: says what became of mutations that nobody answered, and ends those that never came. [PU15] */
import type { Settlement, Withdrawal } from '../../shared/protocol.ts'
import { type WithdrawAnswer, WithdrawRequest } from '../../shared/protocol.ts'
import { AppError } from '../../shared/errors.ts'
import { claimClient, ownerOf } from '../db/clients.ts'
import { lockClock, tokenOf } from '../db/clock.ts'
import { ledgerRows } from '../db/ledger.ts'
import { forgottenUpTo } from '../db/forgotten.ts'
import { insertRefusedRows, refusedRows } from '../db/refused.ts'
import type { Services } from '../services.ts'
import { checkHistory } from './changes.ts'
import { encodeCursor } from './cursor.ts'
import { parseEnvelope, type Sender, writerOf } from './envelope.ts'
import { rejected } from './judge.ts'
import { answeredAgain, type Remembered, rememberedOf } from './remembered.ts'
import type { Sight } from './sight.ts'
import { sightNow } from './sights.ts'

export async function withdraw(services: Services, sender: Sender, body: unknown): Promise<WithdrawAnswer> {
  const { database, kinds } = services
  const request = parseEnvelope(WithdrawRequest, body, 'ids')
  const { ids, history } = request
  const { userId, clientId } = writerOf(sender, request)
  return database.write(async tx => {
    // Before anything is read: a push of the same mutation waits, or has been settled.
    const clock = await lockClock(tx)
    const at = database.stamps.now().toISOString()
    const owner = await ownerOf(tx, clientId)
    if ((owner ?? userId) !== userId) throw new AppError('wrong_user')
    if (history !== undefined) await checkHistory(tx, kinds, history)
    if (owner === undefined) await claimClient(tx, { id: clientId, user_id: userId, at })
    const [ledger, refused] = [await ledgerRows(tx, ids), await refusedRows(tx, ids)]
    const reading = { driver: database.driver, kinds }
    const known = await rememberedOf(tx, reading, {
      ...{ ledger, refused },
      forgottenUpTo: await forgottenUpTo(tx),
    })
    const unknown = [...new Set(ids)].filter(id => !known.has(id))
    const stamps = { user_id: userId, client_id: clientId, at, clock, hash: null }
    const rows = unknown.map(id => ({ id, ...stamps, settlement: JSON.stringify(notDelivered(id)) }))
    await insertRefusedRows(tx, rows)
    const sight = await sightNow(tx, { driver: database.driver, kinds }, { userId, known })
    const results = ids.map(id => withdrawalOf(id, known.get(id), { userId, sight }))
    const token = (await tokenOf(tx, clock)) ?? ''
    const answer = { clock, history: encodeCursor({ clock, token }), results }
    return { commit: rows.length > 0 || owner === undefined, answer }
  })
}

/** What a late copy of it is answered. */
function notDelivered(id: string): Settlement {
  return rejected(id, [{ field: '', code: 'not_delivered' }])
}

function withdrawalOf(
  id: string,
  known: Remembered | undefined,
  { userId, sight }: { userId: string; sight: Sight },
): Withdrawal {
  if (!known || known.hash === null) return { id, outcome: 'withdrawn' }
  return answeredAgain({ id, hash: known.hash, userId }, known, sight)
}
