/**
 * The moments that may be the last for what was typed: the form goes, or its page is left. A page may be given no more
 * time once it is hidden, so that asking for another address comes before, where a browser says so.
 */
import { onScopeDispose } from 'vue'
import { useEvent } from '../ui/useEvent.ts'

/** Calls at each of them for as long as the calling component lives, and at its end. */
export function whenLeaving(call: () => unknown): void {
  const onVisibility = () => document.visibilityState === 'hidden' && call()
  // [WK2] A page that is set aside has no worker any more.
  const onHide = (event: Event) => (event as PageTransitionEvent).persisted || call()
  useEvent(document, 'visibilitychange', onVisibility)
  useEvent(window, 'beforeunload', call)
  useEvent(window, 'pagehide', onHide)
  onScopeDispose(call)
}
