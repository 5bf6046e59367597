/** How much of this device's storage the app uses, and whether the browser promises to keep it. */
import { onMounted, ref } from 'vue'

export function useStorage() {
  const usage = ref<number | null>(null)
  const quota = ref<number | null>(null)
  const isPersisted = ref<boolean | null>(null)
  const wasRefused = ref(false)

  async function measure(): Promise<void> {
    // Browsers offer this only on HTTPS or localhost.
    if (!('storage' in navigator)) return
    const { storage } = navigator
    isPersisted.value = await storage.persisted()
    // Safari measures from 17 on.
    if (!('estimate' in storage)) return
    const estimate = await storage.estimate()
    usage.value = estimate.usage ?? null
    quota.value = estimate.quota ?? null
  }

  async function persist(): Promise<void> {
    isPersisted.value = await navigator.storage.persist()
    wasRefused.value = !isPersisted.value
  }

  onMounted(measure)
  return { usage, quota, isPersisted, wasRefused, persist }
}
