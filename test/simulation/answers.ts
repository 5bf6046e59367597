/** What people choose when they are asked. */
import type { AttentionItem, Resolution } from '../../client/contract.ts'
import type { Chaos } from './chaos.ts'
import type { Done, End } from './places.ts'
import { pair } from './tags.ts'
import type { Wanted } from './wanted.ts'

export function resolutionOf(item: AttentionItem, chaos: Chaos): Resolution {
  if (item.outcome === 'rejected') return chaos.pick([{ kind: 'discard' }, { kind: 'retry' }] as const)
  if (item.op === 'delete') return chaos.pick([{ kind: 'delete' }, { kind: 'discard' }] as const)
  if (item.reason === 'deleted') return chaos.pick([{ kind: 'restore' }, { kind: 'discard' }] as const)
  const isMine = chaos.chance(0.5)
  const isEach = chaos.chance(0.5)
  // The pair stays a pair: a person would not mix them either.
  const isWhole = (name: string) => !isEach || pair.some(each => each === name)
  const chosen = item.conflicts.map(name => {
    const isOwn = isWhole(name) ? isMine : chaos.chance(0.5)
    return [name, isOwn ? 'mine' : 'theirs'] as const
  })
  return { kind: 'choose', fields: Object.fromEntries(chosen) }
}

/** What of it they want from now on. */
export function beginAnswer(
  wanted: Wanted,
  { lane, item, resolution }: { lane: string; item: AttentionItem; resolution: Resolution },
): ((end: End) => Done) | null {
  const { uid, op, mine, base } = item
  if (resolution.kind === 'restore' || resolution.kind === 'retry') wanted.wantedBack.add(uid)
  // A delete that is let go leaves what was changed before it.
  if (resolution.kind !== 'delete') wanted.chose(uid, mine ?? base ?? {})
  if (resolution.kind === 'choose') {
    const given = Object.keys(resolution.fields).filter(name => resolution.fields[name] === 'theirs')
    return wanted.letsGo(lane, uid, { fields: given })
  }
  if (resolution.kind !== 'discard') return null
  if (op === 'delete') wanted.wantedBack.add(uid)
  return wanted.letsGo(lane, uid, op === 'delete' ? { fields: [] } : {})
}
