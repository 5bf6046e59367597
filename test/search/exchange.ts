/** Everything that passes between a device and the server, and what becomes of the server. */
import { answered, arrived, confirmed, forgotten, pulled, takenOff } from './device.ts'
import type { Rules } from './rules.ts'
import { settle, wire } from './server.ts'
import { type Device, type Name, type Request, type Server, type State, names } from './state.ts'
import { everyWant } from './wants.ts'

export function withDevice(state: State, index: number, device: Device): State {
  return { ...state, devices: state.devices.map((each, i) => (i === index ? device : each)) }
}

/** null: there is nothing to send. */
export function takeOff(
  state: State,
  index: number,
  rules: Rules,
  tried?: ReadonlySet<string>,
): State | null {
  const device = takenOff(state.devices[index]!, index, { person: state.people[index]!, rules, tried })
  return device && withDevice(state, index, device)
}

/** [PU12] The server has not lived through what the request names. */
function isUnknown({ isRestored }: State, isBeyond: boolean): boolean {
  return isRestored && isBeyond
}

function isBeyondNow({ backup, isRestored, server }: State): boolean {
  return backup !== null && !isRestored && server.clock > backup.clock
}

interface Received {
  state: State
  answers: Parameters<typeof answered>[1] | null
}

/** null: 410. */
export function received(state: State, { sent, isBeyond }: Request, writer: number, rules: Rules): Received {
  if (isUnknown(state, isBeyond)) return { state, answers: null }
  let { server, fault } = state
  const answers = []
  for (const each of sent) {
    const settled = settle(server, each, writer, rules)
    server = settled.server
    fault ??= settled.fault
    answers.push(settled.answer)
  }
  return { state: { ...state, server, fault }, answers }
}

export function deliver(state: State, index: number, rules: Rules): State {
  const device = state.devices[index]!
  const { state: after, answers } = received(state, device.air!, index, rules)
  if (!answers) return withDevice(after, index, forgotten(device, rules))
  const next = answered(device, answers, rules)
  return withDevice(after, index, { ...next, isBeyond: isBeyondNow(after) })
}

/** No answer comes; `isTaken`: the server has settled it all the same. */
export function lose(
  state: State,
  index: number,
  { isTaken, isLate }: { isTaken: boolean; isLate: boolean },
  rules: Rules,
): State {
  const device = state.devices[index]!
  const request = device.air!
  const after = isTaken ? received(state, request, index, rules).state : state
  const lost = [...new Set([...device.lost, ...request.sent.map(({ mutation }) => mutation.id)])].sort()
  const late = isLate ? [...after.late, request] : after.late
  return withDevice({ ...after, late }, index, { ...device, air: null, lost })
}

export function pull(state: State, index: number, rules: Rules): State {
  const device = state.devices[index]!
  if (isUnknown(state, device.isBeyond)) return withDevice(state, index, forgotten(device, rules))
  const next = pulled(device, pagesOf(state.server), rules)
  return withDevice(state, index, { ...next, isBeyond: isBeyondNow(state) })
}

/** [CH3] What has come of one kind is kept; of the rest nobody can tell yet. */
export function pullCutOff(state: State, index: number, name: Name, rules: Rules): State {
  const device = state.devices[index]!
  if (isUnknown(state, device.isBeyond)) return withDevice(state, index, forgotten(device, rules))
  const page = confirmed(wire(state.server, name))
  // [RB3] What a resync does not mention is gone at its end, and not before.
  const pages = { ...device.pages, [name]: page ?? (device.isWhole ? null : device.pages[name]) }
  const next = arrived(device, pages, rules)
  return withDevice(state, index, { ...next, isBeyond: isBeyondNow(state) })
}

/** A copy of the request comes later. */
export function copied(state: State, index: number): State {
  return { ...state, late: [...state.late, state.devices[index]!.air!] }
}

export function pagesOf(server: Server): Device['pages'] {
  return { r: confirmed(wire(server, 'r')), d: confirmed(wire(server, 'd')) }
}

/** [PU15] */
export function withdraw(
  state: State,
  index: number,
  id: string,
  { isHeard }: { isHeard: boolean },
  rules: Rules,
): State {
  const device = state.devices[index]!
  if (isUnknown(state, device.isBeyond)) return withDevice(state, index, forgotten(device, rules))
  const known = state.server.ledger[id]
  const answer = known?.answer.outcome === 'applied' ? known.answer : ({ id, outcome: 'withdrawn' } as const)
  const ledger = known ? state.server.ledger : { ...state.server.ledger, [id]: { mutation: null, answer } }
  const after = { ...state, server: { ...state.server, ledger } }
  if (!isHeard) return after
  // [OB15] Its person is told.
  const isTaken = answer.outcome === 'applied'
  const told = { id, outcome: 'rejected', issues: [{ field: '', code: 'not_delivered' }] } as const
  const next = answered(device, [isTaken ? answer : { ...told, issues: [...told.issues] }], rules)
  return withDevice(after, index, { ...next, isBeyond: isBeyondNow(after) })
}

export function backUp(state: State): State {
  const noted = everyWant(state, want => ({ ...want, wasInBackup: want.wasThere }))
  return {
    ...noted,
    backup: state.server,
    devices: noted.devices.map(device => ({
      ...device,
      isBeyond: false,
      air: device.air && { ...device.air, isBeyond: false },
    })),
    late: noted.late.map(request => ({ ...request, isBeyond: false })),
  }
}

/** [RS3] A restored server begins with a commit of its own. */
export function restore(state: State): State {
  const backup = state.backup!
  return {
    ...everyWant(state, want => ({ ...want, wasThere: want.wasInBackup })),
    server: { ...backup, clock: backup.clock + 1 },
    // Connections end with the server: no copy is held back so long.
    late: [],
    backup: null,
    isRestored: true,
    isCompany: true,
  }
}

/** Nothing on its way, nothing to be said, nothing that the other does not know. */
export function isLevel(state: State, index: number): boolean {
  const device = state.devices[index]!
  if (device.air || !device.isWhole || isUnknown(state, device.isBeyond)) return false
  if (names.some(name => device.works[name].flights.some(each => each.run > device.run))) return false
  return names.every(name => device.pages[name]?.version === state.server.records[name]?.version)
}
