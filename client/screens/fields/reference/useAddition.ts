/** Making the record to refer to without leaving the form, where its title is all that it needs. */
import { computed, ref } from 'vue'
import { fillable, kindNamed } from '../../../../shared/metadata.ts'
import { useContext } from '../../context.ts'
import { useUndo } from '../../stores/useUndo.ts'
import { useSession } from '../../stores/session.ts'
import { useWords } from '../../words/useWords.ts'
import { visibleFields } from '../visible.ts'

/** A new record that answers nothing, of which no draft was kept. */
const alone = { seen: null, since: 0, asked: null, draft: null }

export function useAddition(kindName: string) {
  const { engine, kinds } = useContext()
  const { t, label, issueText, faultText } = useWords()
  const { offerUndo } = useUndo()
  const session = useSession()
  const kind = kindNamed(kinds, kindName)
  const failure = ref('')
  const canAdd = computed(
    () =>
      session.mayWrite &&
      kind !== undefined &&
      visibleFields(kind, 'form').every(field => field.name === kind.title || !field.validation.required),
  )

  /** The new record's uid, or null with `failure` set. `onUndone` is told when it was taken back. */
  async function add(title: string, onUndone: (uid: string) => void): Promise<string | null> {
    if (!kind) return null
    const uid = await engine.newUid()
    const nothing = Object.fromEntries(fillable(kind).map(({ name }) => [name, null]))
    const fields = { ...nothing, [kind.title]: title }
    const answer = await engine.save({ kind: kindName, uid, ...alone, fields })
    failure.value = ''
    if (answer.outcome === 'saved') {
      offerUndo({ done: answer.undo, text: t('form.added', { title }), onUndone: () => onUndone(uid) })
      return uid
    }
    const issue = answer.outcome === 'invalid' ? answer.issues[0] : undefined
    const field = kind.fields.find(({ name }) => name === issue?.field)
    if (answer.outcome === 'failed') failure.value = faultText(answer.fault)
    else if (issue) failure.value = issueText(issue, field, [...title].length)
    return null
  }

  return { kindLabel: kind ? label(kind.label) : kindName, canAdd, add, failure }
}
