/** What the server tells page by page; an answer to an older question is never shown. Asked again when it is back. */
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import { AppError } from '../../../shared/errors.ts'
import { useSync } from '../stores/sync.ts'

export function usePages<T extends { next: string | null }>(ask: (before: string | null) => Promise<T>) {
  const sync = useSync()
  const pages = shallowRef<readonly T[]>([])
  const failure = shallowRef<AppError | null>(null)
  const isBusy = shallowRef(false)
  const next = computed(() => pages.value.at(-1)?.next ?? null)
  let generation = 0

  async function load(before: string | null): Promise<void> {
    const mine = ++generation
    isBusy.value = true
    try {
      const page = await ask(before)
      if (mine !== generation) return
      pages.value = before === null ? [page] : [...pages.value, page]
      failure.value = null
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (mine === generation) failure.value = error
    } finally {
      if (mine === generation) isBusy.value = false
    }
  }

  const again = () => load(null)
  const more = () => load(next.value)

  /** Another question: what was answered to the last one says nothing. */
  function forget(): void {
    pages.value = []
  }

  onScopeDispose(() => generation++)
  watch(
    () => sync.status?.connectedAt ?? null,
    at => {
      if (at !== null && failure.value) void again()
    },
  )
  return { pages, failure, isBusy, next, again, more, forget }
}
