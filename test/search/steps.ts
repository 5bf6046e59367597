/** Every step that can follow a moment. */
import { acted, answeredBy, deleted, formOn, made, saved, undo } from './acts.ts'
import { knownOf, questionOn, shownOf, sightOf } from './device.ts'
import {
  backUp,
  copied,
  deliver,
  isLevel,
  lose,
  pull,
  pullCutOff,
  received,
  restore,
  takeOff,
  withdraw,
  withDevice,
} from './exchange.ts'
import { said } from './heal.ts'
import type { Rules } from './rules.ts'
import { isSameValue, written } from './server.ts'
import type { Situation } from './situation.ts'
import { type Form, idOf, type Left, type Name, names, others, type State } from './state.ts'
import type { Value } from '../../shared/fields.ts'
import { type Fields, minesOf } from '../../shared/record.ts'
import type { Answer, Question } from '../../client/engine/work/question.ts'

export type Emit = (next: State | null, words: () => string) => void

interface World {
  situation: Situation
  rules: Rules
  emit: Emit
}

export const nameOf = ['Ani', 'Budi']

export function steps(state: State, world: World): void {
  state.devices.forEach((_, index) => {
    personal(state, index, world)
    onTheWay(state, index, world)
  })
  byOthers(state, world)
  ofTheServer(state, world)
}

function less(state: State, what: keyof Left): State {
  return { ...state, left: { ...state.left, [what]: state.left[what] - 1 } }
}

function personal(state: State, index: number, world: World): void {
  const { rules, emit } = world
  const device = state.devices[index]!
  const who = nameOf[index]
  const form = formOn(state, index, rules)
  if (state.left.forms > 0 && !device.form && form)
    emit(
      less(withDevice(state, index, { ...device, form }), 'forms'),
      () => `${who} opens a form: ${said(form.shown)}`,
    )
  if (state.left.acts === 0) return
  const spent = less(state, 'acts')
  if (form) byForm(spent, { index, form, words: 'edits' }, world)
  if (device.form) {
    const closed = withDevice(spent, index, { ...device, form: null })
    byForm(closed, { index, form: device.form, words: 'saves the older form with' }, world)
  }
  if (!form && !state.isMade && index === 0)
    for (const a of world.situation.values.a ?? [])
      emit(
        made(spent, index, { ...initialFields(world.situation), a }, rules),
        () => `${who} makes the record with a=${String(a)}`,
      )
  if (device.toast) emit(undo(spent, index, rules), () => `${who} presses Undo`)
  for (const name of names) answers(spent, { index, name }, world)
  if (world.situation.withDevice) ofSecond(spent, index, world)
}

function byForm(
  state: State,
  { index, form, words }: { index: number; form: Form; words: string },
  { rules, emit, situation }: World,
): void {
  const who = nameOf[index]
  for (const values of choices(state, index, situation, rules)) {
    const next = saved(state, index, form, values, rules)
    if (next) emit(next, () => `${who} ${words} ${said(values)} (it showed ${said(form.shown)})`)
  }
  emit(
    deleted(state, index, form, rules),
    () =>
      `${who} deletes the record${words === 'edits' ? '' : ' from the older form'} (shown ${said(form.shown)})`,
  )
}

/** One field, or two at once. */
function choices(state: State, index: number, { values }: Situation, rules: Rules): Fields[] {
  const fields = Object.keys(values)
  const single = fields.flatMap(field => (values[field] ?? []).map(value => ({ [field]: value })))
  const [a, b] = fields
  const both = a && b ? { [a]: values[a]!.at(1)!, [b]: values[b]!.at(1)! } : null
  const all: Fields[] = both ? [...single, both] : single
  const device = state.devices[index]!
  if (!('device' in values)) return all
  // A reference is chosen from what is shown.
  const isKnown = Boolean(knownOf(device, 'd', rules))
  const isShown = shownOf(device, 'd', rules) !== null
  const reference: Value = isKnown ? idOf.d : { uid: 'd' }
  return all.flatMap(each => {
    if (!('device' in each) || each.device === '') return [each]
    return isShown ? [{ ...each, device: reference }] : []
  })
}

function answers(state: State, { index, name }: { index: number; name: Name }, { rules, emit }: World): void {
  const device = state.devices[index]!
  const question = questionOn(device, name, rules)
  const refusal = rules.refusalOf(device.works[name])
  const isWaiting = rules.waiting(device.works[name]).length > 0
  if (isWaiting || (!question && !refusal)) return
  const all: Answer[] = question ? answersTo(question) : [{ answer: 'discard' }, { answer: 'retry' }]
  for (const answer of all) {
    const said = () => `${nameOf[index]} answers ${wordsOf(answer)} about ${name}`
    emit(answeredBy(state, index, { name, answer }, rules), said)
  }
}

function wordsOf(answer: Answer): string {
  return answer.answer === 'choose' ? `${said(answer.values)}` : answer.answer
}

function answersTo(question: Question): Answer[] {
  const { effect, theirs, reason, fields } = question
  if (reason === 'deleted') return [{ answer: 'restore' }, { answer: 'discard' }]
  if (effect.op === 'delete') return [{ answer: 'delete' }, { answer: 'discard' }]
  const mine = effect.op === 'create' ? effect.fields : minesOf(effect.changes)
  let all: Fields[] = [{}]
  for (const field of fields)
    all = all.flatMap(each => [
      { ...each, [field]: mine[field] ?? null },
      { ...each, [field]: theirs?.[field] ?? null },
    ])
  return [...all.map(values => ({ answer: 'choose' as const, values })), { answer: 'discard' }]
}

/** The record that it may refer to. */
function ofSecond(state: State, index: number, { rules, emit }: World): void {
  const device = state.devices[index]!
  const shown = shownOf(device, 'd', rules)
  const work = device.works.d
  const common = { index, name: 'd' as const, since: device.seq, wish: null }
  const isNew = knownOf(device, 'd', rules) === null && work.acts.length + work.flights.length === 0
  if (!shown && isNew && index === 0)
    emit(
      acted(state, { ...common, deed: { do: 'make', fields: { n: '1' } } }),
      () => `${nameOf[index]} makes the device`,
    )
  if (shown)
    emit(
      acted(state, { ...common, deed: { do: 'delete', shown } }),
      () => `${nameOf[index]} deletes the device`,
    )
}

function onTheWay(state: State, index: number, world: World): void {
  const device = state.devices[index]!
  const { rules, emit } = world
  const who = `${nameOf[index]}'s`
  const lossy = state.left.losses > 0 ? less(state, 'losses') : null
  if (device.air) {
    emit(deliver(state, index, rules), () => `${who} request arrives, and the answer comes`)
    if (!lossy) return
    emit(
      lose(lossy, index, { isTaken: false, isLate: true }, rules),
      () => `${who} request gets lost on the way`,
    )
    emit(copied(lossy, index), () => `${who} request is copied on its way`)
    const isLate = state.left.restores > 0 || state.backup !== null
    emit(
      lose(lossy, index, { isTaken: true, isLate }, rules),
      () => `${who} request arrives; the answer gets lost`,
    )
    return
  }
  emit(takeOff(state, index, rules), () => `${who} device sends what there is`)
  emit(pull(state, index, rules), () => `${who} device pulls`)
  if (lossy && !isLevel(state, index))
    for (const name of world.situation.withDevice ? names : (['r'] as const))
      emit(pullCutOff(lossy, index, name, rules), () => `${who} device pulls, and is cut off after ${name}`)
  const sight = sightOf(device, rules)
  const flights = names.flatMap(name => device.works[name].flights)
  for (const flight of flights.filter(({ id }) => device.lost.includes(id))) {
    if (!rules.mayGoAlone(flight, sight)) continue
    const { id } = flight
    emit(withdraw(state, index, id, { isHeard: true }, rules), () => `${who} device withdraws ${id}`)
    if (lossy)
      emit(
        withdraw(lossy, index, id, { isHeard: false }, rules),
        () => `${who} device withdraws ${id}; the answer gets lost`,
      )
  }
}

function byOthers(state: State, { emit, situation }: World): void {
  if (state.left.others === 0) return
  const spent = { ...less(state, 'others'), isCompany: true }
  const { r, d } = state.server.records
  const write = (name: Name, fields: Fields | null, words: string) =>
    emit({ ...spent, server: written(spent.server, name, fields, others) }, () => `Others ${words}`)
  if (r) {
    for (const [field, values] of Object.entries(situation.othersValues))
      for (const value of values)
        if (!isSameValue(r.fields[field], value) && (field !== 'device' || value === '' || d))
          write('r', { ...r.fields, [field]: value }, `set ${field} to ${String(value)}`)
    write('r', null, 'delete the record')
  } else if (state.isMade && state.server.writers.there !== undefined) {
    write('r', initialFields(situation), 'make the record again')
    write('r', { ...initialFields(situation), a: '3' }, 'make the record again with a=3')
  }
  if (!situation.withDevice) return
  if (d && r?.fields.device !== idOf.d) write('d', null, 'delete the device')
}

export function initialFields({ values }: Situation): Fields {
  return Object.fromEntries(Object.keys(values).map(field => [field, field === 'device' ? '' : '1']))
}

function ofTheServer(state: State, { rules, emit }: World): void {
  state.late.forEach((request, at) => {
    const left = { ...state, late: state.late.filter((_, i) => i !== at) }
    const writer = Number(request.sent[0]?.mutation.id.split('-')[0])
    emit(
      received(left, request, writer, rules).state,
      () => `A late copy arrives: ${request.sent.map(({ mutation }) => mutation.id).join()}`,
    )
  })
  if (state.left.restores > 0 && !state.backup)
    emit(backUp(less(state, 'restores')), () => 'The server is backed up')
  if (state.backup && state.server.clock > state.backup.clock)
    emit(restore(state), () => 'The server is restored from the backup')
}
