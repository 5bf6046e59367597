/** What lies open on this screen right now: the message shown, forms with unsaved text, a new version waiting. */
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef } from 'vue'

/** A short message, perhaps with something to do about it. */
export interface Message {
  text: string
  tone: 'calm' | 'alert'
  action?: { label: string; run: () => void }
}

export const useDesk = defineStore('desk', () => {
  const toast = shallowRef<Message | null>(null)
  const dirtyForms = shallowReactive(new Set<symbol>())
  const hasDirtyForm = computed(() => dirtyForms.size > 0)
  /** Applies the new version and reloads; null while there is none. */
  const applyUpdate = shallowRef<(() => Promise<void>) | null>(null)

  function say(text: string, action?: Message['action']): void {
    toast.value = { text, tone: 'calm', ...(action ? { action } : {}) }
  }

  function warn(text: string): void {
    toast.value = { text, tone: 'alert' }
  }

  return { toast, say, warn, dirtyForms, hasDirtyForm, applyUpdate }
})
