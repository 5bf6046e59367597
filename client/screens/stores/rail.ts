/** Whether the rail at the side is narrow on this browser: read at once, so that the first frame has its width. [UI90] */
import { defineStore } from 'pinia'
import { ref } from 'vue'

const key = 'records.rail'
const narrow = 'narrow'

export const useRail = defineStore('rail', () => {
  const isNarrow = ref(localStorage.getItem(key) === narrow)

  function toggle(): void {
    isNarrow.value = !isNarrow.value
    if (isNarrow.value) localStorage.setItem(key, narrow)
    else localStorage.removeItem(key)
  }

  return { isNarrow, toggle }
})
