/** The entries for what is typed. Older ones stay until the answer is here; answers to an older text are dropped. */
import { type Ref, ref, shallowRef, watch } from 'vue'
import type { Entry, Source } from './entries.ts'

export function useEntries(text: Ref<string>, sources: readonly Source[], choose: (entry: Entry) => void) {
  const entries = shallowRef<readonly Entry[]>([])
  /** The entries answer an older text. */
  const isStale = ref(true)
  const active = ref(0)
  /** Enter was pressed before the answer came. */
  let isChosen = false

  watch(
    text,
    async () => {
      const mine = text.value
      isStale.value = true
      isChosen = false
      const found = await Promise.all(sources.map(source => source(mine.trim())))
      if (mine !== text.value) return
      entries.value = found.flat()
      active.value = 0
      isStale.value = false
      if (isChosen) enter()
    },
    { immediate: true },
  )

  /** Never into something that was not asked for: as soon as the answer is here, its first entry. */
  function enter(): void {
    if (isStale.value) {
      isChosen = true
      return
    }
    const entry = entries.value[active.value]
    if (entry) choose(entry)
  }

  function move(step: number): void {
    const { length } = entries.value
    if (length > 0) active.value = (active.value + step + length) % length
  }

  return { entries, isStale, active, enter, move }
}
