/** Calls before each time the page is printed, for as long as the component is there. */
import { onBeforeUnmount, onMounted } from 'vue'

export function onPrint(call: () => void): void {
  onMounted(() => window.addEventListener('beforeprint', call))
  onBeforeUnmount(() => window.removeEventListener('beforeprint', call))
}
