/** The records a reference may point to, found as one types. */
import { shallowRef } from 'vue'
import type { Value } from '../../../../shared/fields.ts'
import { kindNamed } from '../../../../shared/metadata.ts'
import type { Filter } from '../../../contract.ts'
import { useContext } from '../../context.ts'
import { useRecents } from '../../stores/recents.ts'
import { useWords } from '../../words/useWords.ts'

export interface Choice {
  /** Its uid. */
  key: string
  /** null before it has one. */
  id: string | null
  text: string
  /** [UI71] Words behind it: it was picked lately. */
  aside?: string
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
/** [UI71] Picked last, these come first. */
const recentCount = 3

export function useChoices(kindName: string) {
  const { engine, kinds } = useContext()
  const recents = useRecents()
  const { t } = useWords()
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
    const lately = text === '' ? await pickedLately() : []
    const others = all.filter(({ key }) => !lately.some(each => each.key === key))
    if (mine === generation) choices.value = [...lately, ...others]
  }

  /** Those that are still here. */
  async function pickedLately(): Promise<Choice[]> {
    const own = recents.list('picked').filter(({ kind }) => kind === kindName)
    const records = await Promise.all(
      own.slice(0, recentCount).map(({ uid }) => engine.record(kindName, uid)),
    )
    return records.flatMap(record =>
      record
        ? [
            {
              key: record.uid,
              id: record.id,
              text: String(record.fields[title] ?? ''),
              aside: t('fields.lately'),
            },
          ]
        : [],
    )
  }

  const pick = ({ key: uid }: Pick<Choice, 'key'>) => recents.note('picked', { kind: kindName, uid })

  /** The title of a record by its uid; null when it is not on this device. */
  async function titleOf(uid: string): Promise<string | null> {
    const record = await engine.record(kindName, uid)
    return record ? String(record.fields[title] ?? '') : null
  }

  return { choices, search, titleOf, pick }
}
