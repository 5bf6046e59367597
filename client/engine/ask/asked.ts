/** A question or a refusal that waits for a person, by value: another one reads otherwise. */
import type { Replica } from '../replica/replica.ts'
import { type Address, type Refusal, refusalOf, waiting, type Work } from '../work/act.ts'
import { type Question, questionOf } from '../work/question.ts'

export interface Asked {
  work: Work
  /** Equal exactly when the same is asked. */
  asked: string
  /** One of the two. */
  question: Question | null
  refusal: Refusal | null
}

export function askedAbout(replica: Replica, { kind, uid }: Address): Asked | null {
  const work = replica.works.of(uid)
  if (!work || waiting(work).length > 0) return null
  const question = questionOf(replica.known({ kind, uid }), work, replica.equal)
  const refusal = question ? null : refusalOf(work)
  if (!question && !refusal) return null
  return { work, question, refusal, asked: JSON.stringify(question ?? refusal) }
}
