/** Whether the server may take by now what it refused. Pure. [OB7] [SC8] */
import { kindNamed, type Kinds } from '../../../shared/metadata.ts'
import type { Refusal } from '../work/act.ts'

/**
 * Whether a change in records of these kinds may let the server take now what it refused. `any`: nobody knows what has
 * changed, as the answer is that of an earlier request.
 */
export function mayPass(
  kinds: Kinds,
  { kind, issues }: Refusal,
  changed: ReadonlySet<string> | 'any',
): boolean {
  const isChanged = (name: string) => changed === 'any' || changed.has(name)
  return issues.every(({ code, field }) => {
    const fields = kindNamed(kinds, kind)?.fields ?? []
    if (code === 'out_of_scope' && field === '') return changed === 'any'
    if (code === 'unknown_reference' || code === 'out_of_scope')
      return isChanged(fields.find(({ name }) => name === field)?.reference?.kind ?? '')
    if (code !== 'in_use') return false
    return kinds.some(
      each => isChanged(each.name) && each.fields.some(({ reference }) => reference?.kind === kind),
    )
  })
}
