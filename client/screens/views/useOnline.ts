/** Whether the browser believes that it has a network. */
import { onScopeDispose, ref } from 'vue'

export function useOnline() {
  const isOnline = ref(navigator.onLine)
  const update = () => {
    isOnline.value = navigator.onLine
  }
  window.addEventListener('online', update)
  window.addEventListener('offline', update)
  onScopeDispose(() => {
    window.removeEventListener('online', update)
    window.removeEventListener('offline', update)
  })
  return isOnline
}
