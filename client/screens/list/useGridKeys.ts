/** The keys of a list's rows: they walk them, open one, and select them. */
import type { Ref } from 'vue'
import type { ListSelection } from './useSelection.ts'

interface Grid {
  active: Readonly<Ref<number>>
  total(): number
  rowsInSight(): number
  step(index: number): void
  open(index: number): void
  selection: ListSelection
}

export function useGridKeys({ active, total, rowsInSight, step, open, selection }: Grid) {
  const walks: Record<string, () => number> = {
    ArrowDown: () => active.value + 1,
    ArrowUp: () => active.value - 1,
    PageDown: () => active.value + rowsInSight(),
    PageUp: () => active.value - rowsInSight(),
    Home: () => 0,
    End: () => total() - 1,
  }

  function walk(index: number, isRange: boolean): void {
    const from = active.value
    step(index)
    if (isRange && from >= 0) void selection.extend(from, active.value)
    else selection.letGo()
  }

  function actOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): (() => unknown) | null {
    const to = walks[key]
    if (to) return () => walk(to(), shiftKey)
    if (key === 'Enter') return () => open(active.value)
    if (key === ' ' && shiftKey) return () => selection.extend(active.value, active.value)
    if (key === ' ') return () => selection.toggle(active.value)
    if (key === 'Escape') return selection.isOn.value ? selection.end : null
    return key === 'a' && (ctrlKey || metaKey) ? selection.all : null
  }

  return (event: KeyboardEvent): void => {
    const { target, key } = event
    if (target instanceof Element && target.closest('.head')) return
    // A link that has the focus opens its own record.
    if (key === 'Enter' && target instanceof Element && target.closest('a, button')) return
    const act = actOf(event)
    if (!act) return
    event.preventDefault()
    act()
  }
}
