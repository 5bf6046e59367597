/** What was done, found again on the disk so that it can be taken back: after a restart, and after it was sent. [OB30] */
import type { ActRef, SentRef, Undo } from '../../contract.ts'
import { readFlightsOf } from '../disk/work-read.ts'
import type { Replica } from '../replica/replica.ts'
import { givenIdIn } from '../replica/works.ts'
import { allActs, newestSeq } from '../work/act.ts'
import { carriedBy, doneBy } from '../work/sides.ts'
import { knownOf } from './history.ts'

/** null: it is not known here any more, or says nothing of the record. */
export async function undoOf(replica: Replica, ref: ActRef | SentRef): Promise<Undo | null> {
  const { kind, uid } = ref
  const work = replica.works.of(uid)
  const flights = await readFlightsOf(replica.db, ref)
  const done = 'seq' in ref ? ofAct() : ofFlight()
  if (!done?.sides) return null
  const { seq, sides } = done
  const { kind: ofKind } = replica.table(kind)
  const givenId =
    replica.idOf(uid) ?? givenIdIn({ kind, uid, acts: work?.acts ?? [], flights, refusal: null }) ?? null
  return {
    ...{ kind, uid, seq, givenId, wanted: null },
    before: sides.before && knownOf(ofKind, sides.before),
    after: sides.after && knownOf(ofKind, sides.after),
  }

  function ofAct() {
    const acts = allActs({ kind, uid, acts: work?.acts ?? [], flights, refusal: null })
    const act = acts.find(each => 'seq' in ref && each.seq === ref.seq)
    return act && { seq: act.seq, sides: doneBy(act.deed) }
  }

  /** All that went in one. */
  function ofFlight() {
    const flight = flights.find(({ id }) => 'flight' in ref && id === ref.flight)
    const { mutation = null, acts = [] } = flight ?? {}
    return flight && mutation && { seq: newestSeq(acts), sides: carriedBy(flight, mutation) }
  }
}
