/** What becomes of a text that stands in a combobox as somebody leaves it: the option that is called so, or none. */
import { nextTick, ref, type Ref } from 'vue'

interface Box<T> {
  text: Ref<string>
  /** The options answer an older text. */
  isStale: Ref<boolean>
  options(): readonly T[]
  selected(): string
  pick(option: T): void
  /** It is no option's name. */
  left(typed: string): void
}

export function useTypedName<T extends { text: string }>(box: Box<T>) {
  const { text, isStale } = box
  /** Left by somebody whose text has no answer yet. */
  const isLeft = ref(false)

  /** The one option that is called so: whoever typed the whole of a name has chosen it. */
  function pickNamed(): boolean {
    const typed = text.value.trim().toLowerCase()
    const [named, other] = box.options().filter(option => option.text.toLowerCase() === typed)
    isLeft.value = false
    if (!named || other) return false
    box.pick(named)
    return true
  }

  const show = (typed: string) => void nextTick(() => (text.value = isLeft.value ? typed : box.selected()))

  return {
    leave(): void {
      const typed = text.value.trim()
      isLeft.value = isStale.value
      if (isStale.value || !pickNamed()) box.left(typed)
      show(typed)
    },
    /** The options are those of the text. */
    answered(): void {
      if (!isLeft.value) return
      pickNamed()
      show('')
    },
    /** Somebody goes on typing. */
    stay: () => (isLeft.value = false),
  }
}
