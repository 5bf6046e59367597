/** What a file would do by the plan that stands on the screen: asked anew when that changes, and the last answer counts. [IM6] */
import { computed, shallowRef, watch } from 'vue'
import type { ImportDiff, ImportPlan, StorageFault } from '../../contract.ts'
import { useContext } from '../context.ts'
import { useSettled } from '../ui/useSettled.ts'

export function useComparing() {
  const { engine } = useContext()
  const plan = shallowRef<ImportPlan | null>(null)
  const diff = shallowRef<ImportDiff | null>(null)
  const fault = shallowRef<StorageFault | null>(null)
  /** The plan that the answer is of. */
  const compared = shallowRef<ImportPlan | null>(null)
  const isStale = computed(() => plan.value !== compared.value)
  let asked: ImportPlan | null = null
  let isAsking = false

  /** One question at a time: each takes as long as the file is long. */
  async function compare(): Promise<void> {
    if (isAsking || !plan.value) return
    isAsking = true
    asked = plan.value
    const answer = await engine.compareTable(asked).finally(() => (isAsking = false))
    if (plan.value !== asked) return void (await compare())
    fault.value = answer.outcome === 'failed' ? answer.fault : null
    if (answer.outcome === 'compared') {
      diff.value = answer.diff
      compared.value = asked
    }
  }

  async function begin(found: ImportPlan): Promise<void> {
    plan.value = found
    await compare()
  }

  /** Whoever types goes on typing. */
  watch(
    useSettled(() => plan.value),
    settled => settled !== asked && void compare(),
  )

  function change(part: Partial<ImportPlan>): void {
    if (plan.value) plan.value = { ...plan.value, ...part }
  }

  function forget(): void {
    for (const each of [plan, compared, diff, fault]) each.value = null
  }

  return { plan, diff, fault, isStale, begin, change, compare, forget }
}
