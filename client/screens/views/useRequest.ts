/** One request at a time for a screen: whether it is under way, and in words why it failed. */
import { ref } from 'vue'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import { useWords } from '../words/useWords.ts'

export function useRequest() {
  const { errorText } = useWords()
  const isBusy = ref(false)
  const failure = ref('')
  const code = ref<ErrorCode | null>(null)

  /** true when it went through. */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (isBusy.value) return false
    isBusy.value = true
    failure.value = ''
    code.value = null
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      failure.value = errorText(error)
      code.value = error.code
      return false
    } finally {
      isBusy.value = false
    }
  }

  return { isBusy, failure, code, run }
}
