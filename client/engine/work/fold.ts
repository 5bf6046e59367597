/** Acts on one record come to one effect. Pure: the one place that knows how acts follow each other. */
import type { Value } from '../../../shared/fields.ts'
import type { Effect } from '../../../shared/judge.ts'
import { type Changes, changesBetween, type Fields, mapValues, minesOf } from '../../../shared/record.ts'
import { type Act, allActs, type Deed, noValue, type Work } from './act.ts'

/**
 * All stays under a `gone`, so that taking back a delete needs nothing, and `changes` beside what was made: of what was
 * only brought back they are its person's own. Also those back at their first `seen`.
 */
export interface Sum {
  made: Fields | null
  /** [RB4] The record was there before: a restored server may have it again. */
  isBack: boolean
  changes: Changes
  /** The record as its person saw it when they deleted it. */
  gone: Fields | null
}

const nothing: Sum = { made: null, isBack: false, changes: {}, gone: null }

/** [OB4] Of the acts in no flight. */
export function sumOf(work: Work): Sum {
  return fold(work.acts, allActs(work))
}

/** `all`: also those that have left. Forms may be older than some of them. */
export function fold(acts: readonly Act[], all = acts): Sum {
  const unheard = ({ since, seq: own }: Act) => all.filter(({ seq }) => seq > since && seq < own)
  return acts.reduce((sum, act) => withDeed(sum, act.deed, unheard(act)), nothing)
}

/** null: nothing is left to do. */
export function effectOf({ made, isBack, changes, gone }: Sum): Effect | null {
  if (gone) return made && !isBack ? null : { op: 'delete', seen: gone }
  if (made) return { op: 'create', fields: made }
  return Object.keys(changes).length > 0 ? { op: 'update', changes } : null
}

export function withEffect(fields: Fields | null, effect: Effect | null): Fields | null {
  if (effect?.op === 'create') return effect.fields
  if (effect?.op === 'delete') return null
  return effect ? { ...fields, ...minesOf(effect.changes) } : fields
}

/** A person's own values; of a record that was only brought back, those they changed. */
export const ownOf = (sum: Sum): Fields => (sum.isBack ? minesOf(sum.changes) : valuesOf(sum))

const valuesOf = ({ made, changes }: Sum): Fields => made ?? minesOf(changes)

/** The value of a field that the person acted upon. */
type Seen = (shown: Value, name: string) => Value

/** `unheard`: of its person, after what they acted upon. */
function withDeed(sum: Sum, deed: Deed, unheard: readonly Act[]): Sum {
  // [OB8] The first stays, as others may have changed it meanwhile, and one's own unsent values nobody else has seen.
  const seen: Seen = (shown, name) => {
    const first = sum.changes[name]
    return first ? first[0] : seenBy(unheard, name, shown)
  }
  switch (deed.do) {
    case 'make': {
      // Made since in another form: then this one changes what its person made there.
      const isAgain = Object.keys(deed.fields).some(name => seenBy(unheard, name, noValue) !== noValue)
      const changes = mapValues(deed.fields, mine => [noValue, mine] as const)
      return isAgain ? edited(sum, changes, seen) : { ...nothing, made: deed.fields }
    }
    case 'edit':
      return edited({ ...sum, gone: null }, deed.changes, seen)
    case 'delete':
      return { ...sum, gone: sum.gone ?? mapValues(deed.shown, seen) }
    case 'choose':
      return chosen(sum, deed)
    case 'restore':
      return edited(restored(sum, deed.fields, fold(unheard)), deed.changes ?? {}, seen)
    case 'keep':
      return { ...nothing, changes: changesBetween(deed.theirs, ownOf(sum)) }
    case 'delete anyway':
      return { ...sum, made: null, gone: deed.theirs }
    case 'let go':
      return fold(unheard)
  }
}

/** `other`: what its person has done in another form. Brought back there, it needs nothing. */
function restored(sum: Sum, fields: Fields, other: Sum): Sum {
  if (sum.gone) return { ...sum, gone: null }
  if (other.made && !other.gone) return sum
  return { ...sum, made: { ...fields, ...valuesOf(other) }, isBack: true }
}

function edited(sum: Sum, changes: Changes, seen: Seen): Sum {
  const made = sum.made && { ...sum.made, ...minesOf(changes) }
  const chained = mapValues(changes, ([shown, mine], name) => [seen(shown, name), mine] as const)
  return { ...sum, made, changes: { ...sum.changes, ...chained } }
}

function chosen({ made, changes }: Sum, { theirs, values }: Extract<Deed, { do: 'choose' }>): Sum {
  const others = made ? {} : omit(changes, values)
  return { ...nothing, changes: { ...others, ...changesBetween(theirs, { ...made, ...values }) } }
}

function omit(changes: Changes, names: object): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !Object.hasOwn(names, name)))
}

/**
 * [MG3] A form older than other acts of its person: they last saw what they made of the field since. A delete and what takes
 * it back say nothing of it.
 */
function seenBy(unheard: readonly Act[], name: string, shown: Value): Value {
  let below: Value | undefined
  let seen: Value = shown
  for (const { deed } of unheard) {
    const made: Value | undefined = deed.do === 'restore' && below !== undefined ? below : madeOf(deed, name)
    below = made === noValue ? (below ?? seen) : undefined
    if (made !== undefined) seen = made
  }
  return seen
}

/** undefined: the act says nothing of the field. */
function madeOf(deed: Deed, name: string): Value | undefined {
  switch (deed.do) {
    case 'make':
      return deed.fields[name]
    case 'restore':
      return { ...deed.fields, ...minesOf(deed.changes ?? {}) }[name]
    case 'edit':
      return deed.changes[name]?.[1]
    case 'choose':
      return deed.values[name]
    case 'keep':
      return { ...deed.theirs, ...deed.values }[name]
    case 'delete':
    case 'delete anyway':
    case 'let go':
      return noValue
  }
}
