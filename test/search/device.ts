/** A device's end: what it knows, what it sends, and how it takes an answer. The rules decide; this only carries. */
import type { Value } from '../../shared/fields.ts'
import type { ServerRecord, Withdrawal } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'
import type { Sight } from '../../client/engine/work/next.ts'
import type { Known, Rules, Work } from './rules.ts'
import { isSameValue } from './server.ts'
import {
  type Allowed,
  type Device,
  type Flying,
  kinds,
  type Name,
  names,
  type Person,
  type Request,
} from './state.ts'

const now = 0

export function knownOf(device: Device, name: Name, rules: Rules): Known {
  const page = rules.pageOf(device.pages[name], device.isWhole)
  return rules.knownUnder(page, device.works[name], { run: device.run, isLost: !device.isWhole })
}

export function shownOf(device: Device, name: Name, rules: Rules): Fields | null {
  return rules.shownFields(knownOf(device, name, rules), device.works[name])
}

export function equalOn(
  device: Device,
  rules: Rules,
): (a: Value | undefined, b: Value | undefined) => boolean {
  return knownOf(device, 'd', rules) ? isSameValue : isSameUnresolved
}

function isSameUnresolved(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && isSameValue(a, b))
}

export function sightOf(device: Device, rules: Rules): Sight {
  return {
    known: ({ uid }) => knownOf(device, uid as Name, rules),
    equal: equalOn(device, rules),
    workOf: uid => device.works[uid as Name],
    isOnServer: uid => Boolean(knownOf(device, uid as Name, rules)),
    isStray: () => false,
  }
}

export function questionOn(device: Device, name: Name, rules: Rules) {
  return rules.questionOf(knownOf(device, name, rules), device.works[name], equalOn(device, rules))
}

export function withWork(device: Device, name: Name, change: Partial<Work>): Device {
  return { ...device, works: { ...device.works, [name]: { ...device.works[name], ...change } } }
}

interface TakingOff {
  person: Person
  rules: Rules
  /** Records that were refused in this run. */
  tried?: ReadonlySet<string> | undefined
}

/** Acts become flights; null: there is nothing to send. */
export function takenOff(device: Device, index: number, { person, rules, tried }: TakingOff): Device | null {
  let next = device
  const newId = () => {
    next = { ...next, flown: next.flown + 1 }
    return `${index}-${next.flown}`
  }
  for (const name of names) {
    const work = next.works[name]
    if (work.acts.length === 0 || !rules.isIdle(work)) continue
    const flight = rules.flightOf(work, null, { id: 'idle', schema: 1, now })
    next = withWork(next, name, { acts: [], flights: [...work.flights, flight] })
  }
  const works = names.map(name => next.works[name])
  const boarding = rules.boardingOf(works, sightOf(next, rules), {
    fits: () => true,
    ...(tried && { tried }),
  })
  const flying: Flying[] = boarding.flatMap(each => each.flight ?? [])
  for (const { work, effect } of boarding.filter(each => !each.flight)) {
    const flight = rules.flightOf(work, effect, { id: newId(), schema: 1, now })
    const given: Flying = { ...flight, allowed: allowedOf(person) }
    const name = work.uid as Name
    const { acts, flights } = next.works[name]
    next = withWork(next, name, { acts: [], flights: [...flights, { ...given, acts }] })
    flying.push(given)
  }
  if (flying.length === 0) return next === device ? null : next
  const sent = flying.flatMap(({ mutation, allowed }) =>
    mutation ? [{ mutation, allowed: allowed ?? {} }] : [],
  )
  return { ...next, air: { sent, isBeyond: device.isBeyond } }
}

function allowedOf({ own, bases }: Person): Allowed {
  const fields = new Set([...Object.keys(own), ...Object.keys(bases)])
  return Object.fromEntries(
    [...fields].map(field => [field, [...(own[field] ?? []), ...(bases[field] ?? [])]]),
  )
}

export function answered(device: Device, answers: readonly Withdrawal[], rules: Rules): Device {
  let next: Device = { ...device, air: null }
  const changed = new Set<string>()
  for (const answer of answers) {
    const found = names.find(name => next.works[name].flights.some(({ id }) => id === answer.id))
    if (!found) continue
    next = landed(next, found, answer, rules)
    if (answer.outcome === 'applied') changed.add(next.works[found].kind)
    else if (answer.outcome === 'rejected' && answer.isRepeated) next = passed(next, 'any', rules, [found])
  }
  return passed(next, changed, rules)
}

function landed(device: Device, name: Name, answer: Withdrawal, rules: Rules): Device {
  const work = device.works[name]
  const flight = work.flights.find(({ id, isAnswered }) => id === answer.id && !isAnswered)
  if (!flight) return device
  const { dropped, freed, refusal, ...landing } = rules.landing(work, flight, answer, {
    run: device.run + 1,
    now,
  })
  const flights = work.flights
    .filter(each => !dropped.includes(each))
    .flatMap(each => (each === flight ? (landing.flight ?? []) : each))
  const acts = freed.length > 0 ? [...freed, ...work.acts].sort((a, b) => a.seq - b.seq) : work.acts
  const lost = device.lost.filter(id => flights.some(each => each.id === id && !each.isAnswered))
  if (answer.outcome !== 'conflict' || answer.isRepeated)
    return { ...withWork(device, name, { flights, acts, refusal }), lost }
  // [RB5] The page is what came after all that was sent.
  const ended = flights.map(each => (each.isAnswered ? { ...each, run: 0 } : each))
  const next = { ...withWork(device, name, { flights: ended, acts, refusal }), lost }
  return { ...next, pages: { ...next.pages, [name]: confirmed(answer.record) } }
}

export function confirmed(record: ServerRecord | null): Known {
  if (!record) return null
  const { id, version, by, at, fields } = record
  return { id, version, by, at, fields }
}

/** Refusals that may pass now. */
function passed(
  device: Device,
  changed: ReadonlySet<string> | 'any',
  rules: Rules,
  of: readonly Name[] = names,
): Device {
  let next = device
  for (const name of of) {
    const { refusal } = device.works[name]
    if (refusal && rules.mayPass(kinds, refusal, changed)) next = withWork(next, name, { refusal: null })
  }
  return next
}

export function pulled(device: Device, pages: Device['pages'], rules: Rules): Device {
  return { ...arrived(device, pages, rules), isWhole: true, run: device.run + 1 }
}

/** Refusals hear of every page, also when the rest does not come. */
export function arrived(device: Device, pages: Device['pages'], rules: Rules): Device {
  const changed = new Set(
    names.filter(name => !isSamePage(device.pages[name], pages[name])).map(name => device.works[name].kind),
  )
  return passed({ ...device, pages }, changed, rules)
}

function isSamePage(a: Known, b: Known): boolean {
  return a && b ? a.version === b.version && JSON.stringify(a.fields) === JSON.stringify(b.fields) : a === b
}

/** [RB4] The server does not know the history it was named: it may have been restored. */
export function forgotten(device: Device, rules: Rules): Device {
  let next: Device = { ...device, air: null, isWhole: false, isBeyond: false, lost: [] }
  for (const name of names) {
    const flights = next.works[name].flights.map(each =>
      each.isAnswered && each.mutation ? rules.repeated(each) : each,
    )
    next = withWork(next, name, { flights })
  }
  return next
}

export type { Request }
