/** Single keys of a screen. They belong to a field that has the focus, to an open dialog, and to the browser with a modifier. */
import { isDialogOpen } from './open-dialog.ts'
import { useEvent } from './useEvent.ts'

export function useKeys(acts: Record<string, () => unknown>): void {
  useEvent(document, 'keydown', (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    const isTyping =
      target instanceof Element && target.closest('input, select, textarea, dialog, [role=dialog]')
    const act = Object.hasOwn(acts, key) ? acts[key] : undefined
    if (!act || isTyping || isDialogOpen() || ctrlKey || metaKey || altKey || event.defaultPrevented) return
    event.preventDefault()
    void act()
  })
}
