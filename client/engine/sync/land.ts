/** Answers to one request are stored in one transaction, and the other tabs hear of it. */
import type { Withdrawal } from '../../../shared/protocol.ts'
import { nextPulled } from '../disk/pages.ts'
import type { Landed } from '../disk/work.ts'
import type { Replica } from '../replica/replica.ts'
import { type Address, type Flight, isOutOfScope, type Work } from '../work/act.ts'
import { type Landing, landing } from '../work/answer.ts'
import { effectOf, sumOf } from '../work/fold.ts'
import { mayPass } from './passing.ts'
import type { Outside } from './outside.ts'
import { keepTheirs } from './theirs.ts'

export interface Answered {
  flight: Flight
  settlement: Withdrawal
}

export interface Landings {
  answers: Answered[]
  run: number
  history: string
  tried: Set<string>
}

/** [OB2] All answers of a request in one transaction. */
export async function landAll(replica: Replica, outside: Outside, options: Landings): Promise<void> {
  const { answers, history, run, tried } = options
  // Before anybody is asked: cut off between the two, it would be asked again, and not forgotten.
  const hasTheirs = await keepTheirs(replica, answers)
  const moment = { run, now: outside.now() }
  const landings = answers.map(({ flight, settlement }) =>
    landing(workOf(replica, flight), flight, settlement, moment),
  )
  const applied = answers.filter(({ settlement }) => settlement.outcome === 'applied')
  const changed = new Set(applied.map(({ flight }) => flight.kind))
  const landed = together(landings)
  // A mutation applied behind a refusal may have been all that it waited for.
  const repeated = new Set(answers.filter(isRepeated).map(({ flight }) => flight.uid))
  const refused = landed.refused.filter(
    refusal => !mayPass(replica.db.kinds, refusal, repeated.has(refusal.uid) ? 'any' : changed),
  )
  const passed = [...passedBy(replica, changed), ...landed.refused.filter(each => !refused.includes(each))]
  const pulled = nextPulled(replica.pulled, { history })
  await replica.land({ ...landed, refused, passed: passed.map(addressOf), pulled })
  // [OB7] What is said again may hold no more.
  for (const { flight } of answers.filter(answer => isRefused(answer) && !isRepeated(answer)))
    if (!isActedOnSince(replica, flight)) tried.add(flight.uid)
  for (const { uid } of passed) tried.delete(uid)
  const addresses = [...answers.map(({ flight }) => addressOf(flight)), ...passed]
  outside.tell({ type: 'work', addresses })
  // [ST7] Others who wait hear that this run gets on.
  if (hasTheirs || answers.length > 0) outside.tell({ type: 'pages' })
}

function workOf({ works }: Replica, { kind, uid }: Flight): Work {
  return works.of(uid) ?? { kind, uid, acts: [], flights: [], refusal: null }
}

function together(landings: readonly Landing[]): Omit<Landed, 'passed' | 'pulled'> {
  const isKept = (flight: Flight | null): flight is Flight => flight !== null
  return {
    flights: landings.map(({ flight }) => flight).filter(isKept),
    dropped: landings.flatMap(({ dropped }) => dropped).map(({ id }) => id),
    freed: landings.flatMap(({ freed }) => freed),
    refused: landings.flatMap(({ refusal }) => refusal ?? []),
  }
}

/** Records that the server may take now, as others have changed. */
export function passedBy(replica: Replica, kinds: ReadonlySet<string>): Address[] {
  const { works, db } = replica
  // [SC8] It is seen again; what was made here may be, as others of its kind are.
  const isMadeHere = (work: Work) => effectOf(sumOf(work))?.op === 'create'
  const isBack = (work: Work) => kinds.has(work.kind) && (!!replica.known(work) || isMadeHere(work))
  const isPassed = (work: Work) => {
    const { refusal } = work
    return refusal !== null && (mayPass(db.kinds, refusal, kinds) || (isOutOfScope(refusal) && isBack(work)))
  }
  return works.all.filter(isPassed).map(addressOf)
}

function isRefused({ settlement: { outcome } }: Answered): boolean {
  return outcome === 'conflict' || outcome === 'rejected'
}

function isRepeated({ settlement }: Answered): boolean {
  return 'isRepeated' in settlement && settlement.isRepeated === true
}

/** A flight refused alone may be taken with what its person did after it. */
function isActedOnSince(replica: Replica, flight: Flight): boolean {
  return workOf(replica, flight).acts.length > flight.acts.length
}

export function addressOf({ kind, uid }: Address): Address {
  return { kind, uid }
}
