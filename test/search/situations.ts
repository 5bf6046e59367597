/** What `npm test` searches: six situations, each to a depth that a dozen seconds take on an idle machine. */
import { type Situation, situationWith } from './situation.ts'
import type { Left } from './state.ts'

const left: Left = { acts: 3, others: 1, losses: 1, forms: 1, restores: 0 }
const undisturbed: Left = { ...left, losses: 0, forms: 0 }

interface Searched {
  name: string
  situation: Situation
  depth: number
  /** As many as there are: fewer, and the search has gone blind somewhere. */
  states: number
}

/** A delete was sent, its Undo is on its way, and the server is restored. */
export const undoneOnItsWay = [
  'The server is backed up',
  'Ani deletes the record (shown a=1 b=1)',
  "Ani's device sends what there is",
  "Ani's request arrives, and the answer comes",
  'Ani presses Undo',
  "Ani's device sends what there is",
  'The server is restored from the backup',
]

export const undone = situationWith({
  people: 1,
  left: { acts: 5, others: 1, losses: 1, forms: 1, restores: 1 },
  starts: ['known'],
  before: undoneOnItsWay,
})

export const situations: readonly Searched[] = [
  {
    name: 'one person, an older form, something gets lost',
    situation: situationWith({ people: 1, left }),
    depth: 6,
    states: 110_250,
  },
  {
    name: 'two people',
    situation: situationWith({ people: 2, left: { ...left, acts: 2 } }),
    depth: 6,
    states: 140_801,
  },
  {
    name: 'a reference, and what the server refuses',
    situation: situationWith({
      people: 1,
      left: { ...left, forms: 0 },
      areRefused: true,
      areReferring: true,
    }),
    depth: 7,
    states: 94_856,
  },
  {
    name: 'a restored server: every story with two acts',
    situation: situationWith({ people: 1, left: { ...undisturbed, acts: 2, restores: 1 } }),
    depth: 17,
    states: 109_481,
  },
  {
    name: 'a restored server, and more acts on fewer values',
    situation: situationWith({
      people: 1,
      left: { ...undisturbed, acts: 4, restores: 1 },
      isLean: true,
      starts: ['known'],
    }),
    depth: 9,
    states: 176_249,
  },
  {
    name: 'a server restored while an Undo is on its way',
    situation: undone,
    depth: 7,
    states: 155_241,
  },
]

/** Where the planted mistakes show. */
export const alone = situationWith({ people: 1, left: { ...left, others: 0 } })
export const referring = situationWith({
  people: 1,
  left: { ...left, others: 0, forms: 0 },
  areReferring: true,
})
export const restored = situationWith({ people: 1, left: { ...undisturbed, others: 0, restores: 1 } })
export const answeredTwice = situationWith({
  people: 1,
  left: { ...left, forms: 0 },
  areReferring: true,
})
export const copied = situationWith({
  people: 1,
  left: { ...undisturbed, acts: 2, others: 2, losses: 1 },
  starts: ['known'],
})
