/** The place of a list, kept while it is away. [UI14] */
import { nextTick, onBeforeUnmount, onMounted, type Ref, watch } from 'vue'
import type { ScrollBox } from '../ui/virtual-rows.ts'
import { places } from './places.ts'

/** `result`: null until the first rows are here. */
export function usePlaceKept(
  kind: string,
  result: Readonly<Ref<unknown>>,
  scroller: () => ScrollBox | null | undefined,
): void {
  let stopRestoring: (() => void) | undefined
  onMounted(() => {
    const place = places.get(kind)
    if (!place) return
    stopRestoring = watch(
      result,
      async now => {
        if (!now) return
        stopRestoring?.()
        await nextTick()
        scroller()?.restore(place)
      },
      { immediate: true },
    )
  })
  onBeforeUnmount(() => {
    const place = scroller()?.place()
    if (place) places.set(kind, place)
  })
}
