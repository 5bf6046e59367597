/** What a change of grants would come to, asked anew when it has stayed as it is for a moment. [SC7] */
import { ref, shallowRef, watch } from 'vue'
import { AppError } from '../../../../shared/errors.ts'
import { useContext } from '../../context.ts'
import type { GrantsMessage } from '../../grants.ts'
import { useSettled } from '../../ui/useSettled.ts'
import { useWords } from '../../words/useWords.ts'

/** Each is asked for by itself; beyond these, they are only counted. */
const peopleToAsk = 3

export interface Previewed {
  userId: string
  counts: Record<string, number>
}

export function useGrantPreview(message: () => GrantsMessage) {
  const { grants } = useContext()
  const { errorText } = useWords()
  /** Of the last change that was answered; null: of none. */
  const preview = shallowRef<Previewed[] | null>(null)
  const isAsking = ref(false)
  const failure = ref('')
  const settled = useSettled(() => JSON.stringify(message()))
  let generation = 0

  async function ask(): Promise<void> {
    const mine = ++generation
    const asked = message()
    isAsking.value = true
    failure.value = ''
    try {
      const userIds = asked.userIds.slice(0, peopleToAsk)
      const answers = await Promise.all(
        userIds.map(async userId => ({ userId, ...(await grants.preview({ ...asked, userIds: [userId] })) })),
      )
      if (mine === generation) preview.value = answers
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (mine !== generation) return
      // Numbers of another change would be taken for those of this one.
      preview.value = null
      failure.value = errorText(error)
    } finally {
      if (mine === generation) isAsking.value = false
    }
  }

  watch(settled, ask, { immediate: true })
  return { preview, isAsking, failure, ask }
}
