/** Whether the browser believes that it has a network. */
import { ref } from 'vue'
import { useEvent } from '../ui/useEvent.ts'

export function useOnline() {
  const isOnline = ref(navigator.onLine)
  for (const type of ['online', 'offline']) useEvent(window, type, () => (isOnline.value = navigator.onLine))
  return isOnline
}
