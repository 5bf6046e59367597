/** What cannot matter any more is forgotten, so that the rules have less to look at. */
import type { Flight } from '../../client/engine/work/act.ts'
import { type Device, names, type Request, type Server, type State } from './state.ts'

/** A server that may still be restored, or was, and has not told the device. */
export function mayRepeat(state: State, device: Device): boolean {
  return state.isRestored ? device.isBeyond : state.left.restores > 0 || state.backup !== null
}

/** What has left and cannot matter any more is forgotten, so that the rules have less to look at. */
export function stripped(state: State): State {
  const devices = state.devices.map(device => strippedDevice(device, mayRepeat(state, device)))
  const ids = new Set<string>()
  for (const { works, air } of devices) {
    for (const name of names) for (const { id } of works[name].flights) ids.add(id)
    for (const { mutation } of air?.sent ?? []) ids.add(mutation.id)
  }
  for (const { sent } of state.late) for (const { mutation } of sent) ids.add(mutation.id)
  const server = strippedServer(state.server, ids)
  const backup = state.backup && strippedServer(state.backup, ids)
  const isOpen = ({ sent }: Request) => sent.some(({ mutation }) => !server.ledger[mutation.id])
  // [PU2] What is settled once needs no second look, while no restore may unsettle it.
  const late = isRenumbering(state) ? state.late : state.late.filter(isOpen)
  return { ...state, devices, server, backup, late }
}

function strippedServer(server: Server, ids: ReadonlySet<string>): Server {
  const entries = Object.entries(server.ledger)
  if (entries.every(([id]) => ids.has(id))) return server
  return { ...server, ledger: Object.fromEntries(entries.filter(([id]) => ids.has(id))) }
}

function strippedDevice(device: Device, isToRepeat: boolean): Device {
  let oldest = Math.min(device.form?.since ?? Infinity, device.toast?.seq ?? Infinity)
  for (const name of names) {
    const { acts, flights } = device.works[name]
    for (const { since } of acts) oldest = Math.min(oldest, since)
    for (const { acts: flown, isAnswered, mutation } of flights)
      if (!isAnswered || (isToRepeat && mutation))
        for (const { since } of flown) oldest = Math.min(oldest, since)
  }
  const matters = (flight: Flight) =>
    !flight.isAnswered ||
    (flight.mutation !== null && (isToRepeat || flight.run > device.run)) ||
    flight.acts.some(({ seq }) => seq > oldest)
  let works = device.works
  for (const name of names) {
    const { flights } = works[name]
    if (!flights.every(matters))
      works = { ...works, [name]: { ...works[name], flights: flights.filter(matters) } }
  }
  return works === device.works ? device : { ...device, works }
}

/** Versions may be given out anew. */
export function isRenumbering({ left, isRestored, backup }: State): boolean {
  return left.restores > 0 || isRestored || backup !== null
}
