/** [UI41] What had the focus in a list moves or goes: the focus stays with it, or goes to what stands in its place. */
import { onScopeDispose, watch } from 'vue'

const focusable = 'a[href], button:not(:disabled), input, select, summary'

/** `list`: its children are the lines. Where none is left, the page's heading takes the focus. */
export function useFocusKept(list: () => HTMLElement | null | undefined): void {
  let held: { element: HTMLElement; place: number } | null = null
  /** What is pressed as well: Safari gives a button that is pressed no focus. */
  const remember = ({ target, currentTarget }: Event) => {
    if (!(target instanceof Element) || !(currentTarget instanceof HTMLElement)) return
    const element = target.closest<HTMLElement>(focusable)
    // A dialog in a line gives the focus back by itself.
    if (!element || element.closest('dialog')) return
    held = { element, place: [...currentTarget.children].findIndex(line => line.contains(element)) }
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !relatedTarget.closest('dialog')) held = null
  }
  function keep(): void {
    const root = list()
    // Whoever has gone on by now stays there.
    if (!held || (document.activeElement && document.activeElement !== document.body)) return
    const { element, place } = held
    const line = root?.children[Math.min(place, root.children.length - 1)]
    const next = element.isConnected ? element : line?.querySelector<HTMLElement>(focusable)
    held = null
    ;(next ?? document.querySelector<HTMLElement>('h1[tabindex]'))?.focus()
  }

  const observer = new MutationObserver(keep)
  watch(
    list,
    (root, before) => {
      for (const type of ['focusin', 'click']) before?.removeEventListener(type, remember)
      before?.removeEventListener('focusout', leave)
      observer.disconnect()
      if (before && !root) keep()
      for (const type of ['focusin', 'click']) root?.addEventListener(type, remember)
      root?.addEventListener('focusout', leave)
      if (root) observer.observe(root, { childList: true, subtree: true })
    },
    { immediate: true, flush: 'post' },
  )
  onScopeDispose(() => observer.disconnect())
}
