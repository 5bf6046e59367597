/** Acts, flights and the work of a record, as tests write them. */
import type { Act, Deed, Flight, Work } from '../../client/engine/work/act.ts'
import type { Mutation } from '../../shared/protocol.ts'
import type { Effect } from '../../shared/judge.ts'
import type { Fields } from '../../shared/record.ts'
import { uid } from './tables.ts'

const kind = 'record_b'

/** `since`: the newest act when its form began; without it, the one before. */
export function act(seq: number, deed: Deed, { since = seq - 1, number = 1 } = {}): Act {
  return { kind, uid: uid(number), seq, since, at: 1_000 + seq, deed }
}

export function workOf(acts: Act[], extra: Partial<Work> = {}): Work {
  const { kind: of, uid: own } = acts[0] ?? extra.flights?.[0] ?? { kind, uid: uid(1) }
  return { kind: of, uid: own, acts, flights: [], refusal: null, ...extra }
}

/** On its way, with the acts it stands for. */
export function flightWith(acts: Act[], effect: Effect, extra: Partial<Flight> = {}): Flight {
  const { kind: of, uid: own } = acts[0] ?? { kind, uid: uid(1) }
  const id = uid(9_000 + (acts[0]?.seq ?? 0))
  const mutation: Mutation = { id, kind: of, uid: own, ...effect }
  return {
    ...{ id, kind: of, uid: own, mutation, acts },
    isAnswered: false,
    record: null,
    run: 0,
    at: 0,
    ...extra,
  }
}

/** What an act leaves with that is taken back, without its opposite. */
export function awayWith(own: Act): Flight {
  const { kind: of, uid: record, at } = own
  return {
    ...{ id: uid(8_000 + own.seq), kind: of, uid: record, mutation: null, acts: [own] },
    ...{ isAnswered: true, record: null, run: 0, at },
  }
}

export const create = (number: number, fields: Fields, id = uid(9_000 + number)): Mutation => ({
  id,
  kind,
  uid: uid(number),
  op: 'create',
  fields,
})
