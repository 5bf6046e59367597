/** [PG7] A page under what a patch says of some of its records: only the columns in which they differ are laid out anew. */
import { equalValues, type Value } from '../../../shared/fields.ts'
import { columnIn, idsIn, type LaidPage, versionsIn, withColumns } from './laid-page.ts'
import { numbersOf, writtenNumbers } from './numbers.ts'
import type { Page } from './page.ts'
import { valueIn } from './part.ts'

export interface Changed {
  slot: number
  /** Where in the patch it stands. */
  from: number
}

/** `fields`: names of the columns that are others now. */
export function patchedPage(
  page: LaidPage,
  patch: Page,
  { changed, columns }: { changed: readonly Changed[]; columns: Iterable<string> },
): { patched: LaidPage; fields: Iterable<string> } {
  const [id, version] = [idsIn(page), versionsIn(page)]
  for (const { slot, from } of changed) {
    id[slot] = patch.id[from] ?? ''
    version[slot] = patch.version[from] ?? 0
  }
  const fields = new Map<string, Value[]>()
  for (const name of columns) {
    const part = page.part(name)
    const valueOf = (from: number) => patch.fields[name]?.[from] ?? null
    const isSame = ({ slot, from }: Changed) => equalValues(part ? valueIn(part, slot) : null, valueOf(from))
    if (changed.every(isSame)) continue
    const values = columnIn(page, name)
    for (const { slot, from } of changed) values[slot] = valueOf(from)
    fields.set(name, values)
  }
  const ids = writtenNumbers(id) ?? id
  const versions = numbersOf(version) ?? version
  return { patched: { ...withColumns(page, fields), ids, versions }, fields: fields.keys() }
}
