/** How much a screen has room for: a person may want other things on a phone than on a laptop. */
import { computed, type Ref } from 'vue'
import { useMediaQuery } from './useMediaQuery.ts'

export type ScreenClass = 'phone' | 'tablet' | 'laptop'

export function useScreenClass(): Readonly<Ref<ScreenClass>> {
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const isWide = useMediaQuery('(min-width: 1280px)')
  return computed(() => (isNarrow.value ? 'phone' : isWide.value ? 'laptop' : 'tablet'))
}
