/** Listens to the page or its window for as long as the calling component lives. */
import { onScopeDispose } from 'vue'

export function useEvent<E extends Event>(
  target: EventTarget,
  type: string,
  hear: (event: E) => unknown,
  options?: AddEventListenerOptions,
): void {
  const listener = hear as EventListener
  target.addEventListener(type, listener, options)
  onScopeDispose(() => target.removeEventListener(type, listener, options))
}
