/** The records a reference may point to, found as one types. */
import { shallowRef } from 'vue'
import { kindNamed } from '../../../../shared/metadata.ts'
import { useContext } from '../../context.ts'

export interface Choice {
  key: string
  text: string
}

const choiceCount = 50

export function useChoices(kindName: string) {
  const { engine, kinds } = useContext()
  const title = kindNamed(kinds, kindName)?.title ?? ''
  const choices = shallowRef<Choice[]>([])
  let generation = 0

  async function search(text: string): Promise<void> {
    const mine = ++generation
    const query = { search: text, filters: [], sort: { field: title, descending: false }, states: [] }
    const { rows } = await engine.query(kindName, query, 0, choiceCount)
    if (mine !== generation) return
    choices.value = rows.map(row => ({ key: row.uid, text: String(row.fields[title] ?? '') }))
  }

  /** The title of a record by its uid; null when it is not on this device. */
  async function titleOf(uid: string): Promise<string | null> {
    const record = await engine.record(kindName, uid)
    return record ? String(record.fields[title] ?? '') : null
  }

  return { choices, search, titleOf }
}
