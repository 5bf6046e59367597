/** Enter in the search box of a list: to the one record that is meant, or into the rows. [UI93] */
import { computed, type Ref } from 'vue'
import type { Kind } from '../../../shared/metadata.ts'
import type { Query } from '../../contract.ts'
import { useContext } from '../context.ts'
import type { ListState } from './list-query.ts'
import { codeIn, onlyHit } from './only-hit.ts'

interface List {
  state: Readonly<Ref<ListState>>
  query: Readonly<Ref<Query>>
  open(uid: string): void
  walk(): void
}

export function useEntering(kind: Kind, { state, query, open, walk }: List) {
  const { engine } = useContext()

  /** The engine answers for what is typed by now, whatever the rows still show. */
  async function enter(): Promise<void> {
    const asked = query.value
    const uid = asked.search.trim() === '' ? null : await onlyHit(engine, kind, asked)
    if (asked !== query.value) return
    if (uid === null) walk()
    else open(uid)
  }

  /** [UI95] What was scanned, when nothing else is asked: behind a filter the record may be there all the same. */
  const code = computed(() => {
    const { search, filters, groups } = state.value
    return filters.length + groups.length === 0 ? codeIn(search) : null
  })
  return { enter, code }
}
