/** What lies open on this screen right now: the message shown, forms with unsaved text, a new version waiting. */
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'
import type { Toast } from '../ui/ToastHost.vue'

export const useDesk = defineStore('desk', () => {
  const toast = shallowRef<Toast | null>(null)
  const dirtyForms = shallowReactive(new Set<symbol>())
  const hasDirtyForm = computed(() => dirtyForms.size > 0)
  /** Applies the new version and reloads; null while there is none. */
  const applyUpdate = shallowRef<(() => Promise<void>) | null>(null)

  function say(text: string, action?: Toast['action']): void {
    toast.value = { text, tone: 'calm', ...(action ? { action } : {}) }
  }

  function warn(text: string): void {
    toast.value = { text, tone: 'alert' }
  }

  return { toast, say, warn, dirtyForms, hasDirtyForm, applyUpdate }
})
