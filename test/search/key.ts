/** Equal situations have equal keys: numbers are counted anew, and what cannot matter any more is left out. */
import type { Act, Work } from '../../client/engine/work/act.ts'
import type { Known } from '../../client/engine/work/shown.ts'
import { isRenumbering, mayRepeat } from './strip.ts'
import { isUidReference, type Value } from '../../shared/fields.ts'
import type { Changes } from '../../shared/record.ts'
import type { Mutation } from '../../shared/protocol.ts'
import {
  type Allowed,
  type Device,
  type Flying,
  type Name,
  names,
  type Request,
  type Server,
  type State,
  there,
  type Wants,
} from './state.ts'

function v(value: Value | undefined): string {
  if (isUidReference(value)) return '@'
  return value === undefined ? '~' : String(value)
}

const fieldNames = ['a', 'b', 'device', 'n', there]

function fieldsKey(fields: Readonly<Record<string, Value | undefined>> | null | undefined): string {
  if (!fields) return fields === null ? '-' : '?'
  let key = ''
  for (const name of fieldNames) if (name in fields) key += name[0] + v(fields[name])
  return key
}

function changesKey(changes: Changes): string {
  let key = ''
  for (const name of fieldNames) {
    const change = changes[name]
    if (change) key += name[0] + v(change[0]) + '>' + v(change[1])
  }
  return key
}

function mutationKey(mutation: Mutation | null): string {
  if (!mutation) return '0'
  if (mutation.op === 'create') return mutation.uid + 'c' + fieldsKey(mutation.fields)
  if (mutation.op === 'update') return mutation.uid + 'u' + changesKey(mutation.changes)
  return mutation.uid + 'x' + fieldsKey(mutation.seen)
}

function deedKey({ deed }: Act): string {
  switch (deed.do) {
    case 'make':
      return 'm' + fieldsKey(deed.fields)
    case 'edit':
      return 'e' + changesKey(deed.changes) + '/' + fieldsKey(deed.shown)
    case 'delete':
      return 'd' + fieldsKey(deed.shown)
    case 'choose':
      return 'c' + fieldsKey(deed.theirs) + '/' + fieldsKey(deed.values)
    case 'restore':
      return 'r' + fieldsKey(deed.fields) + (deed.changes ? '/' + changesKey(deed.changes) : '')
    case 'keep':
      return 'k' + fieldsKey(deed.theirs)
    case 'delete anyway':
      return 'y' + fieldsKey(deed.theirs)
    case 'let go':
      return 'l'
  }
}

/** Positions among the acts that are left. */
class Order {
  readonly #seqs: number[] = []
  constructor(device: Device) {
    for (const name of names) {
      const { acts, flights } = device.works[name]
      for (const { seq } of acts) this.#seqs.push(seq)
      for (const flight of flights) for (const { seq } of flight.acts) this.#seqs.push(seq)
    }
  }
  of(seq: number): number {
    let count = 0
    for (const each of this.#seqs) if (each <= seq) count++
    return count
  }
}

function knownKey(known: Known, rank: (version: number) => number): string {
  return known ? rank(known.version) + fieldsKey(known.fields) : known === null ? '-' : '?'
}

interface AnswerHeld {
  record: Known
  version?: number
}

/** An answer without a record has a version of its own. */
function answerKey({ record, version }: AnswerHeld, rank: (version: number) => number): string {
  return record === null && version !== undefined ? `-${rank(version)}` : knownKey(record, rank)
}

function actsKey(acts: readonly Act[], order: Order): string {
  let key = ''
  for (const act of acts) key += order.of(act.seq) + '.' + order.of(act.since) + deedKey(act) + ','
  return key
}

function allowedKey(allowed: Allowed | undefined): string {
  let key = ''
  if (allowed)
    for (const name of fieldNames) if (allowed[name]) key += name[0] + allowed[name].map(v).join('')
  return key
}

function flightKey(flight: Flying, { order, device, rank, isToRepeat }: Context): string {
  const { isAnswered, isRepeated, mutation, acts, run, id, allowed } = flight
  const isNewer = isAnswered && run > device.run
  const lost = device.lost.includes(id) ? '!' : ''
  const head = `${isAnswered ? 'a' : 'w'}${isRepeated ? 'r' : ''}${lost}`
  const body =
    !isAnswered || isToRepeat ? mutationKey(mutation) + '&' + allowedKey(allowed) : mutation ? '1' : '0'
  const answer = isNewer ? `=${answerKey(flight, rank)}` : ''
  return `${head}${body}${answer}[${actsKey(acts, order)}]`
}

interface Context {
  order: Order
  device: Device
  rank: (version: number) => number
  isToRepeat: boolean
}

function workKey(work: Work, context: Context): string {
  const { order } = context
  const refusal = work.refusal
    ? `!${order.of(work.refusal.upTo)}${work.refusal.issues.map(({ field, code }) => field + code[0] + code[3]).join()}`
    : ''
  let key = actsKey(work.acts, order) + refusal
  for (const flight of work.flights) key += flightKey(flight, context)
  return key
}

function wantsKey(wants: Wants, { backup, isRestored }: State): string {
  const isRestorable = backup !== null
  let key = ''
  for (const field of fieldNames) {
    const want = wants[field]
    if (want)
      key += `${field[0]}${String(want.value)}${want.wasThere ? '+' : ''}${isRestorable && want.wasInBackup ? '*' : ''}${(isRestorable || isRestored) && want.isOthers ? 'o' : ''}`
  }
  return key
}

export function coreKey(state: State): string {
  const rank = rankOf(state)
  const ids = new Map<string, number>()
  let key = `${state.isCompany ? 'C' : ''}${state.isStale ? 'S' : ''}${state.isRestored ? 'R' : ''}`
  state.devices.forEach((device, i) => {
    const order = new Order(device)
    const isToRepeat = mayRepeat(state, device)
    const context = { order, device, rank, isToRepeat }
    key += `|${device.isWhole ? '' : 'n'}${device.isBeyond ? 'b' : ''}`
    for (const name of names) {
      for (const { id, isAnswered, mutation } of device.works[name].flights)
        if (mutation && (!isAnswered || isToRepeat)) ids.set(id, ids.size)
      key += `;${knownKey(device.pages[name], rank)} ${workKey(device.works[name], context)}`
    }
    if (device.air) key += `^${airKey(device.air, ids)}`
    const { form, toast } = device
    if (form)
      key += `F${order.of(form.since)}${fieldsKey(form.shown)}/${form.fresh.map(f => f[0]).join('')}${form.isAfterGone ? 'g' : ''}`
    if (toast) {
      const isLast = device.works.r.acts.at(-1)?.seq === toast.seq
      key += `T${order.of(toast.seq)}${isLast ? 'l' : ''}${fieldsKey(toast.before)}/${fieldsKey(toast.after)}${toast.isAfterGone ? 'g' : ''}`
      if (toast.wanted?.op === 'delete') key += `W${fieldsKey(toast.wanted.seen)}`
      key += `${isLast ? wantsKey(toast.earlier.wants, state) : ''}`
    }
    const person = state.people[i]!
    key += `P${wantsKey(person.wants, state)}o${allowedKey(person.own)}s${allowedKey(person.bases)}`
  })
  key += lateKey(state.late, ids)
  const isRaw = isRenumbering(state)
  key += serverKey(state.server, ids, rank, isRaw)
  return state.backup ? key + serverKey(state.backup, ids, rank, isRaw) : key
}

function airKey({ sent, isBeyond }: Request, ids: Map<string, number>): string {
  return sent.map(({ mutation }) => ids.get(mutation.id) ?? mutation.id).join() + (isBeyond ? 'b' : '')
}

function lateKey(late: readonly Request[], ids: Map<string, number>): string {
  let key = ''
  for (const { sent, isBeyond } of late) {
    key += `L${isBeyond ? 'b' : ''}`
    for (const { mutation, allowed } of sent) {
      const known = ids.get(mutation.id)
      if (known === undefined) ids.set(mutation.id, ids.size)
      key += known ?? `${mutationKey(mutation)}&${allowedKey(allowed)}`
    }
  }
  return key
}

function serverKey(
  server: Server,
  ids: Map<string, number>,
  rank: (version: number) => number,
  isRaw: boolean,
): string {
  let key = isRaw ? `$${server.clock}` : '$'
  for (const name of names as Name[]) {
    const record = server.records[name]
    key += record ? `${rank(record.version)}${fieldsKey(record.fields)};` : '-;'
  }
  for (const writer of Object.values(server.writers)) key += writer
  for (const [id, position] of ids) {
    const entry = server.ledger[id]
    if (!entry) continue
    const { answer } = entry
    key += `#${position}${answer.outcome[0]}`
    if ('record' in answer) key += answerKey(answer, rank)
  }
  return key
}

/** Versions count by their order; where a restore may give them out anew, as they are. */
function rankOf(state: State): (version: number) => number {
  if (isRenumbering(state)) return version => version
  const versions = new Set<number>()
  const add = (record: { version?: number } | null | undefined) => {
    if (record?.version !== undefined) versions.add(record.version)
  }
  const addAnswer = (answer: AnswerHeld) => add(answer.record ?? answer)
  for (const name of names) add(state.server.records[name])
  for (const device of state.devices)
    for (const name of names) {
      add(device.pages[name])
      for (const flight of device.works[name].flights) if (flight.run > device.run) addAnswer(flight)
    }
  for (const { answer } of Object.values(state.server.ledger)) if ('record' in answer) addAnswer(answer)
  const sorted = [...versions].sort((a, b) => a - b)
  return version => sorted.indexOf(version)
}
