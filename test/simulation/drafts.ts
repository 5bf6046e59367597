/** What people typed and did not save, written down beside the app: which drafts may be offered to them again. */

/** What happens to a draft: it is kept with this value, or (null) dropped, by a save too. */
interface Step {
  lane: string
  value: string | null
  /** Another one was under way at the same time, so nobody can say which of them came last. */
  isAlone: boolean
}

type End = 'written' | 'not written' | 'not said'

export function endOf(outcome: string, isUnheard: boolean): End {
  if (outcome === 'saved') return 'written'
  return isUnheard ? 'not said' : 'not written'
}

interface Place {
  possible: Set<string | null>
  underWay: Set<Step>
}

export class Drafts {
  readonly places = new Map<string, Place>()
  private readonly isDead: (lane: string) => boolean

  constructor(isDead: (lane: string) => boolean) {
    this.isDead = isDead
  }

  /** Returns what to call with what the app said. A crash may come before or after it was written. */
  begin(lane: string, address: string, value: string | null): (end: End) => void {
    const place = this.places.get(address) ?? { possible: new Set([null]), underWay: new Set<Step>() }
    this.places.set(address, place)
    const others = [...place.underWay].filter(step => !this.isDead(step.lane))
    for (const step of others) step.isAlone = false
    const step: Step = { lane, value, isAlone: others.length === 0 }
    const before = new Set(place.possible)
    place.underWay.add(step)
    place.possible.add(value)
    return end => {
      place.underWay.delete(step)
      if (!step.isAlone || end === 'not said') return
      place.possible = end === 'written' ? new Set([value]) : before
    }
  }

  /** The device's storage is gone, drafts and all. */
  evicted(): void {
    this.places.clear()
  }
}
