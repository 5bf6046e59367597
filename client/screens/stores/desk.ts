/** The things that lie open on this screen: the message shown, forms with unsaved text, a new version waiting. */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReactive, shallowRef, watch } from 'vue'
import type { Toast } from '../ui/ToastHost.vue'

interface OpenForm {
  isDirty: () => boolean
  /** Whether all that is typed is a draft, also if the worker that was asked for that has not answered. */
  keepAnew(): Promise<boolean>
  draftId: () => string
}

export const useDesk = defineStore('desk', () => {
  const toast = shallowRef<Toast | null>(null)
  const dirtyForms = shallowReactive(new Set<OpenForm>())
  const hasDirtyForm = computed(() => dirtyForms.size > 0)
  /** Takes back the last act on this screen, once. */
  const undoable = shallowRef<(() => void) | null>(null)
  /** Lets the new version take over; null while there is none. */
  const applyUpdate = shallowRef<(() => void) | null>(null)
  /** A new version runs already, here or in another tab: this page is of the one before. */
  const isOutdated = shallowRef(false)

  /** The page has the only copy of something typed, and is of no use otherwise. */
  const mustCopy = shallowRef(false)

  function say(text: string, action?: Toast['action'], tone: Toast['tone'] = 'calm'): void {
    toast.value = { text, tone, action }
  }

  function warn(text: string, action?: Toast['action']): void {
    say(text, action, 'alert')
  }

  /** Counts a form among the dirty ones for as long as it is, and its component lives. */
  function watchForm(form: OpenForm): void {
    watch(form.isDirty, dirty => (dirty ? dirtyForms.add(form) : dirtyForms.delete(form)))
    onScopeDispose(() => dirtyForms.delete(form))
  }

  /** [LK3] Drafts of forms that lay open when the device was locked. */
  const left = new Set<string>()

  /** To be taken up again: once. */
  function takeUpForms(drafts: readonly string[]): void {
    for (const id of drafts) left.add(id)
  }
  function leaveForms(): string[] {
    const drafts = [...dirtyForms].map(({ draftId }) => draftId())
    takeUpForms(drafts)
    return drafts
  }
  const wasLeft = (draftId: string) => left.delete(draftId)

  async function keepForms(): Promise<boolean> {
    return (await Promise.all([...dirtyForms].map(form => form.keepAnew()))).every(Boolean)
  }

  /** With the message that offers to take something back. */
  function forget(): void {
    undoable.value = null
    toast.value = null
  }

  function undo(): boolean {
    const run = undoable.value
    if (run) forget()
    run?.()
    return run !== null
  }

  return {
    toast,
    say,
    undoable,
    undo,
    forget,
    warn,
    watchForm,
    keepForms,
    leaveForms,
    takeUpForms,
    wasLeft,
    mustCopy,
    hasDirtyForm,
    applyUpdate,
    isOutdated,
  }
})
