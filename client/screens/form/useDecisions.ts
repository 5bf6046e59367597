/** What a form that answers a conflict still has to decide: like the card, it asks for each field. [UI8] */
import { computed, type ShallowRef, shallowRef } from 'vue'
import { equalValues, type Issue } from '../../../shared/fields.ts'
import type { Fields } from '../../../shared/record.ts'
import type { AttentionItem } from '../../contract.ts'
import type { FormStart } from './form-start.ts'

type Side = 'mine' | 'theirs'
type Conflict = Extract<AttentionItem, { outcome: 'conflict' }>
type Form = { start: ShallowRef<FormStart>; fields: ShallowRef<Fields> }

export type Decisions = ReturnType<typeof useDecisions>

export function useDecisions({ start, fields }: Form) {
  /** Fields whose value somebody has chosen, though it be the one that stood there. */
  const chosen = shallowRef<ReadonlySet<string>>(new Set())
  const item = computed((): Conflict | null => {
    const { item: asked, asked: answered } = start.value
    // A draft may answer an earlier question.
    if (asked?.outcome !== 'conflict' || asked.asked !== answered) return null
    return asked.theirs ? asked : null
  })
  const valueOn = (side: Side, name: string) => item.value?.[side]?.[name] ?? null

  /** undefined: not decided, or for something else than either. */
  function sideOf(name: string): Side | undefined {
    if (!isDecided(name)) return undefined
    const value = fields.value[name] ?? null
    return (['theirs', 'mine'] as const).find(side => equalValues(value, valueOn(side, name)))
  }

  /** Whoever has typed something else has decided. */
  function isDecided(name: string): boolean {
    return chosen.value.has(name) || !equalValues(fields.value[name] ?? null, valueOn('mine', name))
  }

  /** Returns the value of that side. */
  function choose(name: string, side: Side) {
    chosen.value = new Set([...chosen.value, name])
    return valueOn(side, name)
  }

  const isAsked = (name: string) => item.value?.conflicts.includes(name) === true

  function undecided(): Issue[] {
    const open = item.value?.conflicts.filter(name => !isDecided(name)) ?? []
    return open.map(field => ({ field, code: 'undecided' }))
  }

  return { item, isAsked, sideOf, choose, undecided }
}
