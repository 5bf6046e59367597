/** Listens to the page or its window for as long as the calling component lives. */
import { onScopeDispose } from 'vue'

export function useEvent<E extends Event>(
  target: EventTarget,
  type: string,
  hear: (event: E) => unknown,
): void {
  const listener = hear as EventListener
  target.addEventListener(type, listener)
  onScopeDispose(() => target.removeEventListener(type, listener))
}
