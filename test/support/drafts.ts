/** Drafts as forms keep them, and what is found of them again. */
import type { Draft, Engine } from '../../client/contract.ts'
import { recordB, uid } from './tables.ts'

/** Of a form for the record of that number, a new one unless it says otherwise. */
export function draftOf(number: number, more: Partial<Draft> = {}): Omit<Draft, 'at'> {
  const form = { id: `form ${number}`, kind: 'record_b', uid: uid(number), asked: null }
  return { ...form, seen: null, fields: recordB(), ...more }
}

/** Of one record, or all. */
export async function draftsIn(
  { drafts }: Pick<Engine, 'drafts'>,
  of?: Pick<Draft, 'kind' | 'uid'>,
): Promise<Draft[]> {
  const answer = await drafts(of)
  if (answer.outcome === 'failed') throw new Error(answer.fault)
  return answer.drafts
}
