/** What a person saw of each record in an earlier version of the app, beside what they see in this one. */
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { kindNamed, type Kinds } from '../../shared/metadata.ts'
import { currentChanges } from '../../shared/schema.ts'
import type { StoredBefore } from './stored-before.ts'

type Json = Record<string, unknown>
type Seen = Pick<StoredBefore['seen'], 'records' | 'outbox' | 'attention'>
type Settled = Pick<StoredBefore['settled'], 'asked' | 'device' | 'server'>

/** Per record all that is not as it was, as `what: before → now`; of long values only what. */
export type Differences = Record<string, string[]>

/** `addresses`: of the records that were looked at. */
export function differencesInSight(
  kinds: Kinds,
  addresses: StoredBefore['addresses'],
  [before, now]: readonly [Seen, Seen],
): Differences {
  const all = addresses.map(({ kind, uid }, index) => {
    const of = ({ records, outbox, attention }: Seen): Json => ({
      shown: records[index] !== null,
      ...recordIn(records[index]),
      waits: outbox.some(entry => entry.uid === uid),
      ...cardsIn(kinds, attention, uid),
    })
    return [labelOf(kind, uid), changed(of(before), of(now))] as const
  })
  return Object.fromEntries(all.filter(([, each]) => each.length > 0))
}

export function differencesInTheEnd(
  kinds: Kinds,
  addresses: StoredBefore['addresses'],
  [before, now]: readonly [Settled, Settled],
): Differences {
  const all = addresses.map(({ kind, uid }) => {
    const of = ({ asked, device, server }: Settled): Json => ({
      ...{ 'on the device': fieldsIn(device, uid), 'on the server': fieldsIn(server, uid) },
      ...cardsIn(kinds, asked, uid),
    })
    return [labelOf(kind, uid), changed(of(before), of(now))] as const
  })
  return Object.fromEntries(all.filter(([, each]) => each.length > 0))
}

/** What was sent, as it was listed then: deletions had no name in that list. */
export function sentBefore({ sent }: StoredBefore['seen']): Json {
  const titleOf = ({ title }: Json) => title || (expect.any(String) as unknown)
  const { sent: entries } = sent as unknown as { sent: Json[] }
  return { ...sent, sent: entries.map(entry => ({ ...entry, title: titleOf(entry) })) }
}

/** What this version adds to every record, and what addressed a card, is left out. */
/** What only the app of before told of a record, or only this one does. */
const ofOneApp = new Set(['uid', 'since', 'by', 'at', 'attention', 'found'])

function recordIn(record: object | null | undefined): Json {
  if (!record) return {}
  const known = Object.entries(record as Json).filter(([name]) => !ofOneApp.has(name))
  const rest: Json = Object.fromEntries(known)
  return { ...rest, fields: ownFields(rest['fields']) }
}

function cardsIn(kinds: Kinds, items: readonly object[], uid: string): Json {
  const cards = (items as Json[]).filter(item => item['uid'] === uid).map(item => cardOf(kinds, item))
  return { cards: cards.map(({ what }) => what), card: cards.map(({ values }) => values) }
}

function cardOf(kinds: Kinds, item: Json): { what: string; values: Json } {
  const { kind, op, outcome, reason, conflicts, base, mine, theirs, issues, changed: names, title } = item
  const today = kindNamed(kinds, String(kind))
  const named = Object.fromEntries(((conflicts ?? []) as string[]).map(name => [name, true]))
  // A delete's card named no fields.
  const asked = op === 'delete' || !today ? [] : Object.keys(currentChanges(today, named))
  const their = (theirs as Json | null)?.['fields'] ?? theirs
  const values = { base, mine, theirs: ownFields(their), asked, issues, names, title }
  return { what: [op, outcome, reason].filter(Boolean).join(' '), values }
}

function fieldsIn(records: readonly object[], uid: string): unknown {
  const found = (records as Json[]).find(record => record['uid'] === uid)
  return ownFields(found?.['fields'])
}

/** [CH10] Who changed a record, and when, nobody was told then. */
function ownFields(fields: unknown): unknown {
  if (!fields) return null
  const { changed_by: _, changed_at: __, ...own } = fields as Json
  // What came later is empty.
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null))
}

function labelOf(kind: string, uid: string): string {
  return `${kind} ${Number(uid.slice(-6))}`
}

/** Of a record that is not shown, and of a card that is not there, nothing else can be the same. */
function changed(before: Json, now: Json): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  const differing = names.filter(name => !isDeepStrictEqual(before[name] ?? null, now[name] ?? null))
  const isAsked = differing.includes('cards')
  return differing
    .filter(name => !differing.includes('shown') || name === 'shown' || name === 'cards')
    .filter(name => !isAsked || (name !== 'card' && name !== 'state'))
    .map(name => `${name}${values(before[name], now[name])}`)
}

function values(before: unknown, now: unknown): string {
  const isLong = [before, now].some(value => JSON.stringify(value ?? null).length > 60)
  return isLong ? '' : `: ${written(before)} → ${written(now)}`
}

function written(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') || 'none' : String(value)
}
