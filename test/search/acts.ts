/** What people do on a device: forms, deletes, undo, answers. */
import type { Act, Deed } from '../../client/engine/work/act.ts'
import type { Answer } from '../../client/engine/work/question.ts'
import { type Fields, minesOf } from '../../shared/record.ts'
import { knownOf, questionOn, shownOf, withWork } from './device.ts'
import { withDevice } from './exchange.ts'
import type { Rules } from './rules.ts'
import { isSameValue, plain } from './server.ts'
import { addresses, type Form, type Name, type Person, type State, there } from './state.ts'
import { freshIn, seenIn, type Wish, wished } from './wants.ts'

interface Doing {
  index: number
  name: Name
  deed: Deed
  since: number
  wish: Wish | null
}

/** One act is added, as by the one `add`. */
export function acted(state: State, { index, name, deed, since, wish }: Doing): State {
  const device = state.devices[index]!
  const seq = device.seq + 1
  const act: Act = { ...addresses[name], seq, since, at: 0, deed }
  const acts = [...device.works[name].acts, act]
  const form = device.form && wish ? touched(device.form, wish) : device.form
  const toast = device.toast && wish?.isLettingGo ? { ...device.toast, isAfterGone: true } : device.toast
  const next = withDevice(state, index, { ...withWork(device, name, { acts }), seq, form, toast })
  if (!wish) return next
  const people = state.people.map((person, i) =>
    i === index ? wished(person, wish, state.backup !== null) : person,
  )
  return { ...next, people, isCompany: next.isCompany || index > 0 }
}

function touched(form: Form, { chosen, isThere, isLettingGo, isWhole, dropped = [] }: Wish): Form {
  const isAll = isWhole || isThere === false || isLettingGo
  return {
    ...form,
    fresh: isAll ? [] : form.fresh.filter(field => !(field in chosen) && !dropped.includes(field)),
    isAfterGone: form.isAfterGone || isThere === false || isLettingGo === true,
  }
}

export function formOn({ devices, people }: State, index: number, rules: Rules): Form | null {
  const device = devices[index]!
  const shown = shownOf(device, 'r', rules)
  if (!shown) return null
  const fresh = freshIn(shown, knownOf(device, 'r', rules), people[index]!)
  return { since: device.seq, shown, fresh, isAfterGone: false }
}

/** null: nothing was changed. */
export function saved(state: State, index: number, form: Form, values: Fields, rules: Rules): State | null {
  const now = shownOf(state.devices[index]!, 'r', rules)
  const deed = rules.deedOfSave({ seen: form.shown, fields: values, asked: null, now }, undefined)
  if (deed?.do !== 'edit') return null
  const chosen = minesOf(deed.changes)
  const shown = seenIn({ shown: form.shown, fresh: form.fresh.filter(field => field in chosen) })
  const isBack = state.people[index]!.wants[there]?.value === false
  const wish = { chosen, shown, ...(isBack && { isThere: true, dropped: lostWith(state, index, form) }) }
  return toasted(state, { index, name: 'r', deed, since: form.since, wish }, form, rules)
}

/** What was wanted before a delete that has left went with it. */
function lostWith({ devices, people }: State, index: number, { fresh }: Form): readonly string[] {
  const isLeft = !devices[index]!.works.r.acts.some(({ deed }) => deed.do === 'delete')
  return isLeft ? Object.keys(people[index]!.wants) : fresh
}

export function deleted(state: State, index: number, form: Form, rules: Rules): State {
  const deed: Deed = { do: 'delete', shown: form.shown }
  // Of what they made themselves nobody else was shown to them.
  const work = state.devices[index]!.works.r
  const effect = rules.effectOf(rules.sumOf(work)) ?? rules.waiting(work).at(-1)?.mutation
  const isMade = effect?.op === 'create'
  const { wants } = state.people[index]!
  const seen = seenIn(form)
  const dropped = Object.keys(seen).filter(
    field => wants[field] && !isSameValue(wants[field].value, seen[field]),
  )
  const shown = { ...seen, [there]: form.fresh.includes(there) && !isMade }
  const wish = { chosen: {}, shown, isThere: false, dropped }
  return toasted(state, { index, name: 'r', deed, since: form.since, wish }, form, rules)
}

export function made(state: State, index: number, fields: Fields, rules: Rules): State {
  const deed: Deed = { do: 'make', fields }
  const since = state.devices[index]!.seq
  const wish = { chosen: fields, isThere: true }
  const next = toasted(state, { index, name: 'r', deed, since, wish }, null, rules)
  return { ...next, isMade: true }
}

/** A save or a delete, with its Undo; and that this would bring back what was shown. */
function toasted(state: State, doing: Doing, form: Form | null, rules: Rules): State {
  const { index, name } = doing
  const device = state.devices[index]!
  const before = shownOf(device, name, rules)
  const next = acted(state, doing)
  const after = next.devices[index]!
  const { wants } = state.people[index]!
  const afterwards = doing.deed.do === 'delete' ? null : shownOf(after, name, rules)
  const toast = {
    ...addresses[name],
    seq: after.seq,
    before: rules.shownBefore(doing.deed, before, afterwards),
    after: afterwards,
    wanted: rules.wantedBefore(device.works[name], null),
    isAfterGone: false,
    earlier: { wants },
  }
  const isStale = next.isStale || (form?.isAfterGone ?? false)
  const whole = withDevice({ ...next, isStale }, index, { ...after, toast })
  const undone = undo(whole, index, rules)
  const shown = undone && shownOf(undone.devices[index]!, name, rules)
  return isSameFields(shown ?? null, before) ? whole : { ...whole, fault: 'an undo shows something else' }
}

export function isSameFields(a: Fields | null, b: Fields | null): boolean {
  if (!a || !b) return a === b
  return Object.keys({ ...a, ...b }).every(field => isSameValue(a[field], b[field]))
}

/** null: there is nothing to take back. */
export function undo(state: State, index: number, rules: Rules): State | null {
  const device = state.devices[index]!
  const { toast } = device
  if (!toast) return null
  const name = toast.uid as Name
  const work = device.works[name]
  if (rules.isRemovable(work, toast)) return removed(state, index, rules)
  const deed = rules.withoutLater(rules.oppositeOf(toast), toast, work)
  if (!deed) return null
  const wish = wishOfUndo(deed)
  const next = acted(state, { index, name, deed, since: toast.seq, wish })
  const isStale = next.isStale || toast.isAfterGone
  return withDevice({ ...next, isStale }, index, { ...next.devices[index]!, toast: null })
}

function wishOfUndo(deed: Deed): Wish {
  if (deed.do === 'delete') return { chosen: {}, isThere: false }
  if (deed.do !== 'edit') return { chosen: {}, shown: { [there]: true }, isThere: true, isWhole: true }
  const chosen = Object.entries(deed.changes).map(
    ([field, [, mine]]) => [field, plain(mine) ?? null] as const,
  )
  return { chosen: Object.fromEntries(chosen) }
}

/** As if it had never been done. */
function removed(state: State, index: number, rules: Rules): State {
  const device = state.devices[index]!
  const toast = device.toast!
  const { earlier, before } = toast
  const name = toast.uid as Name
  const isOther = (act: Act) => act.seq !== toast.seq
  const work = device.works[name]
  const flights = work.flights.flatMap(flight => {
    const acts = flight.acts.filter(isOther)
    return flight.isAnswered || acts.length > 0 ? { ...flight, acts } : []
  })
  const seq = device.seq + 1
  const away = rules.removal(work, toast, { id: 'idle', seq, now: 0 })
  const form = device.form && { ...device.form, isAfterGone: device.form.isAfterGone || before === null }
  const acts = work.acts.filter(isOther)
  const next = withWork({ ...device, toast: null, form, seq }, name, {
    acts,
    flights: away ? [...flights, away] : flights,
  })
  const { wants } = earlier
  const people = state.people.map((person, i) => (i === index ? { ...person, wants } : person))
  return { ...withDevice(state, index, next), people }
}

/** null: the answer does not fit. */
export function answeredBy(
  state: State,
  index: number,
  { name, answer }: { name: Name; answer: Answer },
  rules: Rules,
): State | null {
  const device = state.devices[index]!
  const question = questionOn(device, name, rules)
  const deed = rules.deedOf(answer, question, device.works[name])
  if (!deed) return null
  const isBack = deed.do === 'restore' && answer.answer === 'discard'
  const wish = name === 'r' ? (isBack ? notDeleted : wishOf(deed, state.people[index]!)) : null
  const next = acted(state, { index, name, deed, since: device.seq, wish })
  // [OB9] Without the delete, a question that it hid is open again.
  const isAsked = !isBack && questionOn(next.devices[index]!, name, rules) !== null
  const fault = isAsked ? 'an answer left a question' : next.fault
  return { ...next, fault, isStale: false }
}

const notDeleted: Wish = { chosen: {}, shown: { [there]: true }, dropped: [there], isWhole: true }

function wishOf(deed: Deed, { wants }: Person): Wish | null {
  switch (deed.do) {
    case 'choose': {
      const { theirs, values } = deed
      const mine = Object.entries(values).filter(([field, value]) => !isSameValue(value, theirs[field]))
      const dropped = Object.keys(values).filter(field => isSameValue(values[field], theirs[field]))
      const shown = { ...theirs, [there]: true }
      // All of it theirs: they want no more of it.
      if (mine.length === 0) return { chosen: {}, shown, dropped: [...dropped, there] }
      return { chosen: Object.fromEntries(mine), shown, isThere: true, dropped }
    }
    case 'restore':
      return { chosen: { ...deed.fields, ...minesOf(deed.changes ?? {}) }, isThere: true, isWhole: true }
    case 'keep':
      return {
        chosen: {},
        shown: { ...deed.theirs, [there]: true },
        isThere: true,
        // What they have already made of it is theirs.
        dropped: Object.keys(deed.theirs).filter(field =>
          isSameValue(wants[field]?.value, deed.theirs[field]),
        ),
        isWhole: true,
        isOthers: Object.keys(deed.values).length === 0,
      }
    case 'delete anyway':
      return { chosen: {}, shown: { ...deed.theirs, [there]: true }, isThere: false }
    case 'let go':
      return { chosen: {}, isLettingGo: true }
    case 'make':
    case 'edit':
    case 'delete':
      return null
  }
}
