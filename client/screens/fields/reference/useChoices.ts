/** The records a reference may point to, found as one types. */
import { shallowRef } from 'vue'
import type { Value } from '../../../../shared/fields.ts'
import { kindNamed } from '../../../../shared/metadata.ts'
import type { Filter } from '../../../contract.ts'
import { useContext } from '../../context.ts'

export interface Choice {
  /** Its uid. */
  key: string
  /** null before it has one. */
  id: string | null
  text: string
}

/** The one that a field holds now; `text`: its title. */
export interface Chosen {
  value: Value
  text: string
}

export function isChosen({ key, id }: Choice, value: Value): boolean {
  return typeof value === 'object' ? value?.uid === key : value !== null && value === id
}

const choiceCount = 50

export function useChoices(kindName: string) {
  const { engine, kinds } = useContext()
  const title = kindNamed(kinds, kindName)?.title ?? ''
  const choices = shallowRef<Choice[]>([])
  let generation = 0

  async function found(search: string, filters: Filter[] = []): Promise<Choice[]> {
    const query = { search, filters, sort: [{ field: title, descending: false }], states: [] }
    const { rows } = await engine.query(kindName, query, 0, choiceCount)
    return rows.map(({ uid, id, fields }) => ({ key: uid, id, text: String(fields[title] ?? '') }))
  }

  /** Where nothing is asked for, `chosen` is among them: in its place, or on top of the first ones. */
  async function search(text: string, chosen: Chosen | null = null): Promise<void> {
    const mine = ++generation
    const all = await found(text)
    const isThere = (choice: Choice) => chosen !== null && isChosen(choice, chosen.value)
    if (text === '' && chosen?.text && !all.some(isThere)) {
      const ofThatTitle = await found('', [{ field: title, op: 'is', value: chosen.text }])
      all.unshift(...ofThatTitle.filter(isThere))
    }
    if (mine === generation) choices.value = all
  }

  /** The title of a record by its uid; null when it is not on this device. */
  async function titleOf(uid: string): Promise<string | null> {
    const record = await engine.record(kindName, uid)
    return record ? String(record.fields[title] ?? '') : null
  }

  return { choices, search, titleOf }
}
