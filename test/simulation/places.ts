/** What may stand somewhere, told from what its person did there and heard of it. */

export type End = 'written' | 'not written' | 'not said'

/** Its person hears that it was not done. */
const declined = new Set(['asked anew', 'invalid', 'too late'])

/** Nobody can say what became of an act that failed while a connection died. */
export function endOf(outcome: string, isUnheard: boolean): End {
  if (outcome !== 'failed') return declined.has(outcome) ? 'not written' : 'written'
  return isUnheard ? 'not said' : 'not written'
}

/** null: nothing. */
export type Possible = ReadonlySet<string | null>
type Slots = Map<string, Possible>

export const nothing: Possible = new Set([null])

/** One act, which changes some slots of a place. */
interface Step {
  lane: string
  /** Another one was under way at the same time, so nobody can say which of them came last. */
  isAlone: boolean
}

interface Place {
  slots: Slots
  underWay: Set<Step>
}

/** An act that is over, as an undo has to know it. */
export interface Done {
  isAlone: boolean
  before: Slots
  after: Slots
}

export class Places {
  private readonly places = new Map<string, Place>()
  private readonly isDead: (lane: string) => boolean

  constructor(isDead: (lane: string) => boolean) {
    this.isDead = isDead
  }

  get all(): [name: string, slots: Slots][] {
    return [...this.places].map(([name, { slots }]) => [name, slots])
  }

  slotsOf(name: string): Slots {
    return this.places.get(name)?.slots ?? new Map<string, Possible>()
  }

  /** Returns what to call when it is over. A crash may come before or after it was written. */
  begin(lane: string, name: string, values: Slots): (end: End) => Done {
    const place = this.places.get(name) ?? { slots: new Map<string, Possible>(), underWay: new Set<Step>() }
    this.places.set(name, place)
    const others = [...place.underWay].filter(each => !this.isDead(each.lane))
    for (const step of others) step.isAlone = false
    const step = { lane, isAlone: others.length === 0 }
    place.underWay.add(step)
    const before: Slots = new Map([...values.keys()].map(slot => [slot, place.slots.get(slot) ?? nothing]))
    for (const [slot, possible] of values)
      place.slots.set(slot, new Set([...(before.get(slot) ?? nothing), ...possible]))
    return end => {
      place.underWay.delete(step)
      if (step.isAlone && end !== 'not said')
        for (const [slot, possible] of end === 'written' ? values : before) place.slots.set(slot, possible)
      return {
        isAlone: step.isAlone,
        before,
        after: new Map([...values.keys()].map(slot => [slot, place.slots.get(slot) ?? nothing])),
      }
    }
  }

  /** What stands there once this act is taken back: as before, where nothing has come since, or beside it. */
  without(name: string, { isAlone, before, after }: Done): Slots {
    const now = this.slotsOf(name)
    const left = (slot: string, was: Possible): Possible => {
      if (now.get(slot) !== after.get(slot)) return nothing
      return isAlone ? was : new Set([...was, ...(now.get(slot) ?? nothing)])
    }
    return new Map([...before].map(([slot, was]) => [slot, left(slot, was)]))
  }

  /** The device's storage is gone, and all that stood there. */
  clear(): void {
    this.places.clear()
  }
}
