/** What people choose when they are asked, and what that means for what they were told is safe. */
import type { AttentionItem, Resolution } from '../../client/contract.ts'
import type { Chaos } from './chaos.ts'
import type { Intents } from './intents.ts'
import type { Repertoire } from './repertoire.ts'
import { pair } from './tags.ts'

export function resolutionOf(item: AttentionItem, chaos: Chaos, repertoire: Repertoire): Resolution {
  if (item.outcome === 'rejected') return chaos.pick([{ kind: 'discard' }, { kind: 'retry' }] as const)
  if (item.op === 'delete') return chaos.pick([{ kind: 'delete' }, { kind: 'discard' }] as const)
  if (item.reason === 'deleted') return chaos.pick([{ kind: 'restore' }, { kind: 'discard' }] as const)
  const isMine = chaos.chance(0.5)
  const isEach = repertoire > 7 && chaos.chance(0.5)
  // The pair stays a pair: a person would not mix them either.
  const isWhole = (name: string) => !isEach || pair.some(each => each === name)
  const chosen = item.conflicts.map(name => {
    const isOwn = isWhole(name) ? isMine : chaos.chance(0.5)
    return [name, isOwn ? 'mine' : 'theirs'] as const
  })
  return { kind: 'choose', fields: Object.fromEntries(chosen) }
}

export function noteAnswer(
  intents: Intents,
  { profile, item, resolution }: { profile: string; item: AttentionItem; resolution: Resolution },
): void {
  const { uid, op, changed } = item
  const isGone = item.outcome === 'conflict' && item.reason === 'deleted'
  switch (resolution.kind) {
    case 'discard':
      // It may have been done: then the record is made again.
      if (op === 'delete' && isUnanswered(item)) intents.wantedBack.add(uid)
      if (op === 'delete') intents.kept(profile, uid)
      else intents.withdrawn(profile, uid, isGone ? null : changed)
      return
    case 'retry':
      intents.wantedBack.add(uid)
      return
    case 'delete':
      intents.insisted(profile, uid)
      return
    case 'restore':
      intents.wantedBack.add(uid)
      intents.chosenAgain.add(uid)
      return
    case 'choose': {
      intents.chosenAgain.add(uid)
      const given = Object.entries(resolution.fields).filter(([, choice]) => choice === 'theirs')
      intents.withdrawn(
        profile,
        uid,
        given.map(([field]) => field),
      )
    }
  }
}

/** [OB10] [OB15] Nobody has said whether it was applied. */
export function isUnanswered(item: AttentionItem): boolean {
  return (
    item.outcome === 'rejected' &&
    item.issues.some(({ code }) => code === 'no_answer' || code === 'server_failed')
  )
}
