/** The question about the record of a form: whether the form answers the one that stands, and where to look if not. [UI26] */
import { shallowRef } from 'vue'
import type { Edit } from '../../contract.ts'
import { useContext } from '../context.ts'
import { type FormSource, itemAbout } from './form-start.ts'

type Answering = Pick<Edit, 'uid' | 'asked'>

export function useQuestion({ kind, answers }: Pick<FormSource, 'kind' | 'answers'>) {
  const { engine } = useContext()
  /** Where its person should look first: the question that the form answers is another by now, or gone. */
  const lookAt = shallowRef<string | null>(null)

  const itemOf = async (uid: string) => itemAbout(await engine.attention(), { kind: kind.name, uid })

  /** The record has a question other than the one answered. */
  async function isStillAsked({ uid, asked }: Answering): Promise<boolean> {
    return asked !== null && (await itemOf(uid)) !== null
  }

  async function lookFirst({ uid }: Pick<Edit, 'uid'>): Promise<void> {
    lookAt.value = (await itemOf(uid)) ? `/attention#item-${uid}` : `/${kind.name}/${uid}`
  }

  /** [MG3] A draft keeps the question it answered: typed under another one, it has not seen what that one shows. */
  async function compare(taken: Answering): Promise<void> {
    const { uid, asked } = taken
    const isAnswer = answers || asked !== null
    if (isAnswer && asked !== ((await itemOf(uid))?.asked ?? null)) await lookFirst(taken)
    else lookAt.value = null
  }

  return { lookAt, isStillAsked, lookFirst, compare }
}
