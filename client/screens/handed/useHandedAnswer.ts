/** What whoever looks at handed-over work does about it. Taken, it is on this disk before the server forgets it. */
import { ref } from 'vue'
import type { HandedWork } from '../../../shared/handed-message.ts'
import { fieldNamed, kindNamed } from '../../../shared/metadata.ts'
import { useContext } from '../context.ts'
import { useDesk } from '../stores/desk.ts'
import { useHanded } from '../stores/handed.ts'
import { useRequest } from '../views/useRequest.ts'
import { useHandedWords } from '../words/useHandedWords.ts'
import { wantedOf } from './handed-of.ts'

export function useHandedAnswer() {
  const { engine, kinds, handed } = useContext()
  const desk = useDesk()
  const store = useHanded()
  const { t, faultText, issueText } = useHandedWords()
  const { failure, code, run } = useRequest()
  /** One at a time, from the press to the list without it. */
  const isBusy = ref(false)

  async function end(work: HandedWork, how: 'taken' | 'dropped'): Promise<void> {
    if (await run(() => handed.end(work, how))) desk.say(t(`handed.${how}`))
    else desk.warn(code.value === 'not_found' ? t('handed.over') : failure.value)
    await store.load()
  }

  /** null: done. In words what keeps it from being so. */
  async function write(work: HandedWork): Promise<string | null> {
    const { kind, uid, op } = work
    const now = await engine.record(kind, uid)
    const answer =
      op === 'delete'
        ? await engine.remove(kind, uid)
        : await engine.save({
            ...{ kind, uid, seen: now?.fields ?? null, fields: wantedOf(work, now?.fields ?? null) ?? {} },
            ...{ asked: null, since: now?.since ?? 0, draft: null },
          })
    if (answer.outcome === 'saved' || answer.outcome === 'removed') return null
    if (answer.outcome === 'failed') return faultText(answer.fault)
    const [issue] = answer.outcome === 'invalid' ? answer.issues : []
    const known = kindNamed(kinds, kind)
    if (!issue || !known) throw new Error('What is wrong has a field of a kind')
    return t('handed.elsewhere', { issue: issueText(issue, fieldNamed(known, issue.field)) })
  }

  async function take(work: HandedWork): Promise<void> {
    const why = await write(work)
    if (why === null) await end(work, 'taken')
    else desk.warn(why)
  }

  const alone =
    (answer: (work: HandedWork) => Promise<void>) =>
    async (work: HandedWork): Promise<void> => {
      isBusy.value = true
      await answer(work).finally(() => (isBusy.value = false))
    }

  return { isBusy, take: alone(take), drop: alone(work => end(work, 'dropped')) }
}
