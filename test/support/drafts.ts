/** Drafts as forms keep them, and what is found of them again. */
import type { Draft, Engine } from '../../client/contract.ts'
import { recordB, uid } from './tables.ts'

/** What a form for a new record begins with. */
const begun = { seen: null, since: 0, asked: null }

/** As the form for a new record saves that has no draft. */
export const noForm = { ...begun, draft: null }

/** Of a form for the record of that number, a new one unless it says otherwise. */
export function draftOf(number: number, more: Partial<Draft> = {}): Omit<Draft, 'at'> {
  const form = { id: `form ${number}`, kind: 'record_b', uid: uid(number) }
  return { ...form, ...begun, fields: recordB(), ...more }
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
