/** Everything is well again: requests arrive, answers come, nobody does anything. How does it end? */
import { equalOn, knownOf, questionOn, shownOf } from './device.ts'
import { deliver, isLevel, pull, takeOff } from './exchange.ts'
import type { Mutation } from '../../shared/protocol.ts'
import type { Rules } from './rules.ts'
import { isSameValue, settle } from './server.ts'
import { type Name, names, type Person, type State, there } from './state.ts'
import { isHeld, witnessed } from './wants.ts'

export interface Healing {
  state: State
  exchanges: number
}

/** [ST5] A run: requests as long as there is something to send, then a pull; null: nothing is left to be done. */
export function healed(state: State, rules: Rules): Healing | null {
  for (const [index, device] of state.devices.entries()) {
    let next = device.air ? state : takeOff(state, index, rules)
    if (!next && isLevel(state, index)) continue
    let last = next ?? state
    let exchanges = 1
    const tried = new Set<string>()
    while (next) {
      last = next
      const { air } = last.devices[index]!
      if (!air) break
      last = witnessed(deliver(last, index, rules))
      exchanges++
      for (const { mutation } of air.sent) if (!isTaken(last, index, mutation)) tried.add(mutation.uid)
      next = takeOff(last, index, rules, tried)
    }
    return { state: witnessed(pull(last, index, rules)), exchanges }
  }
  return null
}

/** Others are tried again in the next run. */
function isTaken({ devices }: State, index: number, { id, uid }: Mutation): boolean {
  return devices[index]!.works[uid as Name].flights.some(each => each.id === id && each.isAnswered)
}

/** Within three exchanges for every flight, and three more. */
export function patience(state: State): number {
  let flights = 0
  for (const device of state.devices) {
    const { works } = device
    const isToRepeat = state.isRestored && device.isBeyond
    for (const name of names) {
      flights += works[name].flights.filter(each => !each.isAnswered || (isToRepeat && each.mutation)).length
      if (works[name].acts.length > 0) flights++
    }
  }
  return 3 * (flights + state.devices.length)
}

/** What is wrong once nothing is left to be done. */
export function faultAtRest(state: State, rules: Rules): string | null {
  for (const [index, device] of state.devices.entries()) {
    const fault =
      stuck(state, index, rules) ??
      names.map(name => different(state, index, name, rules)).find(Boolean) ??
      forsaken(state, index, rules)
    if (fault) return `${device === state.devices[0] ? 'Ani' : 'Budi'}: ${fault}`
  }
  return null
}

/** All that is left is a question, or a refusal that the server would repeat. */
function stuck(state: State, index: number, rules: Rules): string | null {
  const device = state.devices[index]!
  for (const name of names) {
    const work = device.works[name]
    const effect = rules.effectOf(rules.sumOf(work))
    if (!effect && work.acts.length === 0) continue
    const refusal = rules.refusalOf(work)
    if (questionOn(device, name, rules)) continue
    if (!refusal) {
      if (isWaitingForAnother(state, index, rules)) continue
      return `what was done to ${name} is neither sent nor asked about`
    }
    if (refusal.issues.some(({ code }) => code === 'not_delivered')) continue
    if (!effect) return `a refusal of nothing stands at ${name}`
    const sent = { mutation: { id: 'tried', kind: work.kind, uid: work.uid, ...effect }, allowed: {} }
    const { answer } = settle(state.server, sent, index, rules)
    if (answer.outcome !== 'rejected') return `a refusal of ${name} stands that the server would not repeat`
  }
  return null
}

/** Of the record that it refers to, which is itself asked about. */
function isWaitingForAnother(state: State, index: number, rules: Rules): boolean {
  const { works } = state.devices[index]!
  return works.d.acts.length > 0 && rules.effectOf(rules.sumOf(works.d))?.op === 'create'
}

function isQuiet(state: State, index: number, name: Name): boolean {
  const { acts, flights } = state.devices[index]!.works[name]
  return acts.length === 0 && flights.every(({ isAnswered }) => isAnswered)
}

function different(state: State, index: number, name: Name, rules: Rules): string | null {
  if (!isQuiet(state, index, name)) return null
  const device = state.devices[index]!
  const shown = shownOf(device, name, rules)
  const held = state.server.records[name]?.fields ?? null
  const equal = equalOn(device, rules)
  const isSame =
    shown && held ? Object.keys({ ...shown, ...held }).every(f => equal(shown[f], held[f])) : shown === held
  return isSame ? null : `shows ${said(shown)} of ${name} while the server holds ${said(held)}`
}

/** What was wanted last of a field is neither there, nor was it, nor is it asked about. */
function forsaken(state: State, index: number, rules: Rules): string | null {
  const person: Person = state.people[index]!
  const shown = shownOf(state.devices[index]!, 'r', rules)
  const isGone = person.wants[there]?.value === false
  for (const [field, want] of Object.entries(person.wants)) {
    if (!want || (isGone && field !== there)) continue
    if (want.isOthers && state.isRestored) continue
    const { value } = want
    const isShown = field === there ? (shown !== null) === value : shown && isSameValue(shown[field], value)
    if (isShown || isHeld(state.server, field, value)) continue
    const isOverwritten = state.server.writers[field] !== index
    const isBase = person.bases[field]?.some(each => isSameValue(each, value))
    if (isOverwritten && (want.wasThere || isBase)) continue
    const who = isOverwritten ? 'and it never was there' : 'and their own older wish is'
    return `${String(value)} was wanted of ${field}, ${who}: ${said(state.server.records.r?.fields ?? null)}`
  }
  return null
}

export function said(fields: object | null): string {
  if (!fields) return 'nothing'
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ')
}

/** In any moment, healed or not. */
export function faultNow(state: State, rules: Rules): string | null {
  if (state.fault) return state.fault
  if (state.isCompany || state.isStale) return null
  for (const device of state.devices) {
    const question = questionOn(device, 'r', rules)
    if (question)
      return `asked though alone: ${question.reason} ${question.fields.join(' ')}, theirs ${said(question.theirs)}`
  }
  return null
}

export { knownOf }
