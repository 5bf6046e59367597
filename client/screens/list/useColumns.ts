/** The columns of a kind's list on this class of screen, and how its person changes them. [UI50] */
import { computed } from 'vue'
import type { Kind } from '../../../shared/metadata.ts'
import type { ChosenColumns } from '../stores/preferred.ts'
import { usePreferences } from '../stores/preferences.ts'
import { useSession } from '../stores/session.ts'
import { useScreenClass } from '../ui/useScreenClass.ts'
import { columnsOf, namesOf, widthWithin } from './columns.ts'

export function useColumns(kind: Kind, sortedBy: () => string | null) {
  const preferences = usePreferences()
  const session = useSession()
  const screenClass = useScreenClass()
  const userId = computed(() => session.account?.id ?? '')
  const ofKind = computed(() => preferences.lists[userId.value]?.[kind.name])
  const chosen = computed(() => ofKind.value?.columns[screenClass.value] ?? null)
  const columns = computed(() => columnsOf(kind, chosen.value, sortedBy()))

  function keep(next: ChosenColumns | null): void {
    const { [screenClass.value]: _, ...others } = ofKind.value?.columns ?? {}
    const changed = next ? { ...others, [screenClass.value]: next } : others
    preferences.lists = {
      ...preferences.lists,
      [userId.value]: {
        ...preferences.lists[userId.value],
        [kind.name]: { ...ofKind.value, columns: changed },
      },
    }
  }

  const now = () => ({ names: [...namesOf(kind, chosen.value)], widths: chosen.value?.widths ?? {} })

  /** Those behind the title, in order. */
  function choose(names: readonly string[]): void {
    keep({ ...now(), names: [...names] })
  }

  /** `null`: as wide as there is room for. */
  function size(name: string, widthPx: number | null): void {
    const { [name]: _, ...others } = now().widths
    keep({ ...now(), widths: widthPx === null ? others : { ...others, [name]: widthWithin(widthPx) } })
  }

  return { columns, chosen, screenClass, choose, size, reset: () => keep(null) }
}
