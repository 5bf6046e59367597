/** Asks the browser, once, to keep what is on this device even when space runs short. */
import { watch } from 'vue'

const askedKey = 'records.protection'

/**
 * After the first save: before that there is nothing to lose, and some browsers put a question to the person.
 * `storage` is missing where the page is not secure.
 */
export function protectWhenSaved(
  storage: Pick<StorageManager, 'persist' | 'persisted'> | undefined,
  hasSaved: () => boolean,
): void {
  if (!storage || localStorage.getItem(askedKey) !== null) return
  const stop = watch(hasSaved, async saved => {
    if (!saved) return
    stop()
    localStorage.setItem(askedKey, '1')
    if (!(await storage.persisted())) await storage.persist()
  })
}
