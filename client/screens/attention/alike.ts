/** Conflicts that ask the same: of one kind, and about the same fields. Pure. [MA5] */
import type { AttentionItem } from '../../contract.ts'

export type Conflict = Extract<AttentionItem, { outcome: 'conflict' }>

export interface Alike {
  kind: string
  fields: readonly string[]
  items: readonly Conflict[]
}

function isChoice(item: AttentionItem): item is Conflict {
  return item.outcome === 'conflict' && item.op === 'update' && item.reason === 'changed'
}

/** Those that can be answered together: two at least, in the order of their first. */
export function alikeAmong(items: readonly AttentionItem[]): Alike[] {
  const groups = new Map<string, Conflict[]>()
  for (const item of items.filter(isChoice)) {
    const key = [item.kind, ...item.conflicts.toSorted()].join(' ')
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups.values()].flatMap(each => {
    const [first] = each
    return first && each.length > 1 ? [{ kind: first.kind, fields: first.conflicts, items: each }] : []
  })
}
