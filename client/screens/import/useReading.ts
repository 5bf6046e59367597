/** A file on its way into the worker, and what it turned out to be. [IM1] [IM10] */
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { ImportPlan, StorageFault, TableRefusal, TableShape } from '../../contract.ts'
import { useContext } from '../context.ts'

export type Problem = { refusal: TableRefusal } | { fault: StorageFault }

export function useReading(kind: string) {
  const { engine } = useContext()
  const file = shallowRef<File | null>(null)
  const table = shallowRef<TableShape | null>(null)
  const problem = shallowRef<Problem | null>(null)
  const isReading = ref(false)

  /** null: there is nothing to compare. */
  async function read(chosen: File, sheet?: number): Promise<ImportPlan | null> {
    file.value = chosen
    problem.value = null
    isReading.value = true
    const asked = sheet === undefined ? [] : [sheet]
    const answer = await engine.readTable(kind, chosen, ...asked).finally(() => (isReading.value = false))
    if (answer.outcome === 'read') {
      table.value = answer.table
      return answer.plan
    }
    if (answer.outcome === 'given up') letGo()
    else if (answer.outcome === 'refused') problem.value = { refusal: answer.why }
    else problem.value = { fault: answer.fault }
    return null
  }

  function letGo(): void {
    file.value = null
    table.value = null
    problem.value = null
  }

  onScopeDispose(() => void engine.letGoTable())

  return { file, table, problem, isReading, read, letGo }
}
