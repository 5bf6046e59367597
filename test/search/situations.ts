/** The situations that `npm test` searches, each to a depth that a dozen seconds take. */
import { type Situation, situationWith } from './situation.ts'
import type { Left } from './state.ts'

const left: Left = { acts: 3, others: 1, losses: 1, forms: 1, restores: 0 }
const undisturbed: Left = { ...left, losses: 0, forms: 0 }

export const situations = {
  'one person, an older form, and a request or answer that gets lost': situationWith({ people: 1, left }),
  'two people': situationWith({ people: 2, left: { ...left, acts: 2 } }),
  'a reference, and what the server refuses': situationWith({
    people: 1,
    left: { ...left, forms: 0 },
    refusals: true,
    references: true,
  }),
  'a restored server': situationWith({ people: 1, left: { ...undisturbed, acts: 2, restores: 1 } }),
  'a restored server, and a delete that was undone': situationWith({
    people: 1,
    left: { ...undisturbed, acts: 4, restores: 1 },
    isLean: true,
    starts: ['known'],
  }),
} satisfies Record<string, Situation>

/** Where each planted mistake shows. */
export const alone = situationWith({ people: 1, left: { ...left, others: 0 } })
export const among = situationWith({ people: 1, left: undisturbed })
export const referring = situationWith({ people: 1, left: { ...left, others: 0, forms: 0 }, references: true })
export const restored = situationWith({ people: 1, left: { ...undisturbed, others: 0, restores: 1 } })
export const copied = situationWith({
  people: 1,
  left: { acts: 2, others: 2, losses: 1, forms: 0, restores: 0 },
  starts: ['known'],
})
