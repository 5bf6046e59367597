/** What a form that answers an attention item starts with. Pure. */
import type { AttentionItem } from '../engine.ts'
import type { Issue } from '../../shared/fields.ts'
import type { Kind } from '../../shared/metadata.ts'
import type { Fields } from '../../shared/record.ts'

export interface FormStart {
  seen: Fields | null
  fields: Fields
  titles: Record<string, string>
  issues: Issue[]
}

/** My values stand in the form; what I look at is what the server has now, or what I saw then. */
export function startOfItem(kind: Kind, item: AttentionItem, mine: Fields): FormStart {
  const isConflict = item.outcome === 'conflict'
  const seen = isConflict ? (item.theirs?.fields ?? null) : item.base
  const changed = Object.fromEntries(item.changed.map(name => [name, mine[name] ?? null]))
  const fields = isConflict && seen ? { ...seen, ...changed } : mine
  return {
    seen,
    fields,
    titles: titlesByField(kind, fields, item.titles),
    issues: isConflict ? [] : item.issues,
  }
}

function titlesByField(kind: Kind, fields: Fields, titles: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { name, reference } of kind.fields) {
    const value = fields[name]
    const key = typeof value === 'string' ? value : typeof value === 'object' && value ? value.uid : ''
    const title = reference && titles[key]
    if (title !== undefined) found[name] = title
  }
  return found
}
