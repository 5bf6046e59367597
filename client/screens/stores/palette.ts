/** Whether the palette is open: a key opens it, and a button in the rail or the bar. [UI91] */
import { defineStore } from 'pinia'
import { ref } from 'vue'

export const usePalette = defineStore('palette', () => {
  const isOpen = ref(false)
  return { isOpen }
})
