/** Invariants of the work on one record: where one does not hold, there is a bug, and nothing is written over it. Pure. */
import { assert } from '../../../shared/assert.ts'
import { newestSeq, waiting, type Work } from './act.ts'

export function expectWhole(work: Work): void {
  const seqs = work.acts.map(({ seq }) => seq)
  assert(
    seqs.every((seq, index) => index === 0 || seq > (seqs[index - 1] ?? 0)),
    'acts stand in their order, each once',
  )
  const flights = new Set(work.flights.map(({ id }) => id))
  assert(flights.size === work.flights.length, 'a flight stands there once')
  const flown = new Set(work.flights.flatMap(({ acts }) => acts.map(({ seq }) => seq)))
  assert(!seqs.some(seq => flown.has(seq)), 'an act is free or in a flight')
  // [RB4] [UP5] Beside those of a lost history, and those of an earlier version of the app.
  const own = waiting(work).filter(({ isRepeated, isRecalled }) => !isRepeated && !isRecalled)
  assert(own.length <= 1, 'one flight of a record is on its way')
  const [first = Infinity] = seqs
  assert(newestSeq(own.flatMap(({ acts }) => acts)) < first, 'free acts come after those on their way')
}
