/** The server's end: settles by the ledger and the one judge, and is restored from a backup. */
import { isUidReference, type Value } from '../../shared/fields.ts'
import type { Effect } from '../../shared/judge.ts'
import type { Mutation, ServerRecord, Settlement, Withdrawal } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'
import type { Rules } from './rules.ts'
import { idOf, type Name, refused, type Sent, type Server, type Stored, there } from './state.ts'

export interface Settled {
  server: Server
  answer: Settlement
  fault: string | null
}

export function isSameValue(a: Value | undefined, b: Value | undefined): boolean {
  return a === b || plain(a) === plain(b)
}

/** What a reference resolves to. */
export function plain(value: Value | undefined): Value | undefined {
  return isUidReference(value) ? idOf.d : value
}

export function wire(server: Server, name: Name): ServerRecord | null {
  const record = server.records[name]
  return record && { kind: kindOf(name), uid: name, id: idOf[name], ...unsigned, ...record }
}

/** By whom, and when, decides nothing. */
const unsigned = { by: '', at: '' }

function kindOf(name: Name): string {
  return name === 'r' ? 'record' : 'device'
}

export function settle(server: Server, sent: Sent, writer: number, rules: Rules): Settled {
  const { mutation } = sent
  const known = server.ledger[mutation.id]
  if (known) {
    const isSame = !known.mutation || known.mutation === mutation || sameBytes(known.mutation, mutation)
    const fault = isSame ? null : `the id ${mutation.id} came with other bytes`
    return { server, answer: repeatedAnswer(known.answer), fault }
  }
  const settled = judged(server, sent, writer, rules)
  const { answer } = settled
  if (answer.outcome !== 'applied' && !rules.isSettledForEver()) return settled
  const ledger = { ...settled.server.ledger, [mutation.id]: { mutation, answer } }
  return { ...settled, server: { ...settled.server, ledger } }
}

function sameBytes(a: Mutation, b: Mutation): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function repeatedAnswer(answer: Withdrawal): Settlement {
  const { id } = answer
  if (answer.outcome === 'rejected' || answer.outcome === 'conflict') return { ...answer, isRepeated: true }
  if (answer.outcome !== 'withdrawn') return answer
  return { id, outcome: 'rejected', issues: [{ field: '', code: 'withdrawn' }], isRepeated: true }
}

function judged(server: Server, { mutation, allowed }: Sent, writer: number, rules: Rules): Settled {
  const name = mutation.uid as Name
  const { id } = mutation
  const reject = (field: string, code: string): Settled => ({
    server,
    answer: { id, outcome: 'rejected', issues: [{ field, code }] },
    fault: null,
  })
  const current = server.records[name]
  if (mutation.op !== 'delete' && chosenIn(mutation).a === refused) return reject('a', 'too_long')
  const verdict = rules.judge(current?.fields ?? null, resolved(mutation), isSameValue)
  if (verdict.outcome === 'conflict') {
    const { reason, fields } = verdict
    return {
      server,
      answer: { id, outcome: 'conflict', reason, fields, record: wire(server, name) },
      fault: null,
    }
  }
  if (mutation.op === 'delete' && current && name === 'd' && server.records.r?.fields.device === idOf.d)
    return reject('', 'in_use')
  if (mutation.op !== 'delete' && chosenIn(mutation).device && !server.records.d)
    return reject('device', 'unknown_reference')
  const fields = verdict.fields && plainFields(verdict.fields)
  const after = verdict.changed ? written(server, name, fields, writer) : server
  const fault = verdict.changed ? trodden(server, after, { name, writer, allowed }) : null
  return {
    server: after,
    answer: { id, outcome: 'applied', version: after.clock, record: wire(after, name) },
    fault,
  }
}

export function chosenIn(effect: Effect | Mutation): Fields {
  if (effect.op === 'delete') return {}
  if (effect.op === 'create') return effect.fields
  return Object.fromEntries(Object.entries(effect.changes).map(([name, [, mine]]) => [name, mine]))
}

function resolved(mutation: Mutation): Effect {
  if (mutation.op === 'create') return { op: 'create', fields: plainFields(mutation.fields) }
  if (mutation.op === 'delete') return { op: 'delete', seen: plainFields(mutation.seen) }
  return mutation
}

function plainFields(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value) ?? null]))
}

/** The record is written as it is given; null deletes it. */
export function written(server: Server, name: Name, fields: Fields | null, writer: number): Server {
  const clock = server.clock + 1
  const record: Stored | null = fields && { version: clock, fields }
  const records = { ...server.records, [name]: record }
  if (name !== 'r') return { ...server, clock, records }
  const before = server.records.r?.fields ?? {}
  const changed = Object.keys({ ...before, ...fields }).filter(
    field => !isSameValue(before[field], fields?.[field]),
  )
  if (!fields !== !server.records.r) changed.push(there)
  const writers = { ...server.writers, ...Object.fromEntries(changed.map(field => [field, writer])) }
  return { ...server, clock, records, writers }
}

/** A value of somebody else that gave way to a person who was not shown it. */
function trodden(
  before: Server,
  after: Server,
  { name, writer, allowed }: { name: Name; writer: number; allowed: Allowed },
): string | null {
  const old = before.records[name]?.fields
  if (name !== 'r' || !old) return null
  for (const [field, value] of Object.entries(old)) {
    if (isSameValue(after.records.r?.fields[field], value) || before.writers[field] === writer) continue
    if (allowed[field]?.some(each => isSameValue(each, value))) continue
    return `${String(value)} in ${field} gave way to somebody who was not shown it`
  }
  return null
}

type Allowed = Sent['allowed']
