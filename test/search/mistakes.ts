/** Mistakes planted in the rules, one at a time: each is found, in the fewest steps that show it. */
import type { Act, Flight } from '../../client/engine/work/act.ts'
import type { Changes } from '../../shared/record.ts'
import { search } from './breadth.ts'
import { type Rules, rules, type Work } from './rules.ts'
import type { Situation } from './situation.ts'
import { alone, answeredTwice, copied, referring, restored, undone } from './situations.ts'

interface Mistake {
  name: string
  planted: Partial<Rules>
  situation: Situation
  /** Steps of the shortest story. */
  depth: number
}

/** The rules look at other acts than were done. */
function overlooking(change: (work: Work) => Work): Partial<Rules> {
  return {
    boardingOf: (works, sight, options) => rules.boardingOf(works.map(change), sight, options),
    deedOf: (answer, asked, work) => rules.deedOf(answer, asked, change(work)),
    isIdle: work => rules.isIdle(change(work)),
    questionOf: (known, work, equal) => rules.questionOf(known, change(work), equal),
    shownFields: (known, work) => rules.shownFields(known, change(work)),
    sumOf: work => rules.sumOf(change(work)),
  }
}

function withoutFields(changes: Changes, back: ReadonlySet<string>): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([field]) => !back.has(field)))
}

/** An edit back to what was seen first, and all before it of that field. */
function withoutBack(acts: readonly Act[]): Act[] {
  let kept: Act[] = []
  const first = new Map<string, unknown>()
  for (const act of acts) {
    kept = [...kept, act]
    if (act.deed.do !== 'edit') continue
    const back = new Set<string>()
    for (const [field, [seen, mine]] of Object.entries(act.deed.changes)) {
      if (!first.has(field)) first.set(field, seen)
      if (first.get(field) === mine) back.add(field)
    }
    for (const field of back) first.delete(field)
    kept = kept.map(each =>
      each.deed.do === 'edit'
        ? { ...each, deed: { ...each.deed, changes: withoutFields(each.deed.changes, back) } }
        : each,
    )
  }
  return kept
}

/** What stood before a delete is gone with it, and the delete has seen what was on the screen. */
function swallowed(acts: readonly Act[]): Act[] {
  const at = acts.findLastIndex(({ deed }) => deed.do === 'delete')
  return acts.slice(Math.max(at, 0)).map((act, i) => (i === 0 && at >= 0 ? { ...act, since: act.seq } : act))
}

const withoutActs = (flight: Flight): Flight => (flight.isAnswered ? { ...flight, acts: [] } : flight)

export const mistakes: readonly Mistake[] = [
  {
    name: 'a delete swallows the edits before it',
    planted: overlooking(work => ({ ...work, acts: swallowed(work.acts) })),
    situation: alone,
    depth: 2,
  },
  {
    name: 'an id is used for other content',
    planted: {
      flightOf: (work, effect, { id, ...departure }) =>
        rules.flightOf(work, effect, { ...departure, id: `${id.split('-')[0]}-${work.uid}` }),
    },
    situation: alone,
    depth: 3,
  },
  {
    name: 'an edit back forgets what was seen first',
    planted: overlooking(work => ({ ...work, acts: withoutBack(work.acts) })),
    situation: alone,
    depth: 4,
  },
  {
    name: 'an older form goes by what it showed',
    planted: overlooking(work => ({ ...work, acts: work.acts.map(act => ({ ...act, since: act.seq })) })),
    situation: alone,
    depth: 4,
  },
  {
    name: 'an older form knows nothing of acts that have left',
    planted: overlooking(work => ({ ...work, flights: work.flights.map(withoutActs) })),
    situation: alone,
    depth: 4,
  },
  {
    name: 'an Undo takes away what is on its way',
    planted: {
      isRemovable: (work, { seq }) =>
        rules.newestSeq([...work.acts, ...work.flights.flatMap(({ acts }) => acts)]) === seq,
    },
    situation: alone,
    depth: 4,
  },
  {
    name: 'what was taken back leaves no trace',
    planted: {
      removal: (work, undoable, removal) => {
        const away = rules.removal(work, undoable, removal)
        return away && { ...away, acts: [] }
      },
    },
    situation: alone,
    depth: 4,
  },
  {
    name: 'an answer knows nothing of theirs',
    planted: {
      deedOf: (answer, asked, work) => {
        const deed = rules.deedOf(answer, asked, work)
        if (deed?.do !== 'choose') return deed
        const changes = Object.entries(deed.values).map(([field, mine]) => [field, [null, mine]] as const)
        return { do: 'edit', changes: Object.fromEntries(changes), shown: deed.theirs }
      },
    },
    situation: alone,
    depth: 4,
  },
  {
    name: 'an answer does not lie over an older page',
    planted: { knownUnder: page => page },
    situation: alone,
    depth: 4,
  },
  {
    name: 'a restored server is not told again',
    planted: { repeated: flight => flight },
    situation: restored,
    depth: 5,
  },
  {
    name: 'an Undo of a delete makes another record',
    planted: {
      oppositeOf: undoable => {
        const deed = rules.oppositeOf(undoable)
        return deed?.do === 'restore' ? { ...deed, do: 'make' } : deed
      },
    },
    situation: undone,
    depth: 4,
  },
  {
    name: 'a flight is withdrawn before the record it refers to',
    planted: { mayGoAlone: () => true },
    situation: referring,
    depth: 6,
  },
  {
    name: 'an answer that was lost once stands for ever',
    planted: {
      mayPass: (all, refusal, changed) => changed !== 'any' && rules.mayPass(all, refusal, changed),
    },
    situation: answeredTwice,
    depth: 9,
  },
  {
    name: 'an id that was refused may come again',
    planted: { isSettledForEver: () => false },
    situation: copied,
    depth: 11,
  },
]

/** What a test finds: the shortest story has as many steps as it says. */
export function depthOf({ planted, situation, depth }: Mistake): number | null {
  const { story } = search({ situation, rules: { ...rules, ...planted }, depth })
  return story && story.length - 2 - situation.before.length
}
