/** Unsettled and settled work as the screens list it. */
import type { AttentionItem, OutboxEntry, SentEntry, UnreadableEntry, WorkRow } from '../../contract.ts'
import { isUidReference } from '../../../shared/fields.ts'
import type { Effect } from '../../../shared/judge.ts'
import { identifying } from '../../../shared/metadata.ts'
import { type Changes, type Fields, mapValues, minesOf } from '../../../shared/record.ts'
import { notNoted } from '../../../shared/provenance.ts'
import { knownFields, schemaVersion } from '../../../shared/schema.ts'
import { readLastSent } from '../disk/work-read.ts'
import type { Replica } from '../replica/replica.ts'
import { unsettledActs } from '../replica/works.ts'
import { titleOf } from '../table/references.ts'
import { noValue, waiting, type Work } from '../work/act.ts'
import { effectOf, sumOf } from '../work/fold.ts'
import { lastShown } from '../work/shown.ts'
import { wantedWhole } from '../work/question.ts'
import { type Asked, askedAbout } from './asked.ts'

const shownSent = 100

/** In the order in which their work was begun. */
function inOrder(replica: Replica): Work[] {
  const begun = (work: Work) => unsettledActs(work)[0]?.seq ?? 0
  return replica.works.all.sort((a, b) => begun(a) - begun(b))
}

export function attentionItems(replica: Replica): AttentionItem[] {
  return inOrder(replica).flatMap(work => {
    const asked = askedAbout(replica, work)
    return asked ? [attentionItem(replica, asked)] : []
  })
}

function attentionItem(replica: Replica, { work, asked, question, refusal }: Asked): AttentionItem {
  const { kind, uid, acts } = work
  const effect = question?.effect ?? effectOf(sumOf(work))
  const op = effect?.op ?? 'update'
  const { kind: ofKind } = replica.table(kind)
  // [PV6] A form begins with these, and must not send what it cannot show.
  const known = (fields: Fields | null | undefined) => (fields ? knownFields(ofKind, fields) : null)
  const mine = op === 'delete' ? null : known(wantedWhole(work))
  const base = op === 'create' ? null : known(baseOf(work, effect))
  const theirs = known(question?.theirs)
  const names = effect?.op === 'update' ? effect.changes : effect?.op === 'create' ? effect.fields : {}
  const changed = ofKind.fields.map(({ name }) => name).filter(name => Object.hasOwn(names, name))
  const { by, at } = replica.known(work) ?? notNoted
  const item = {
    ...{ kind, uid, asked, op, base, mine, changed, noted: { by, at } },
    since: replica.works.newest,
    at: acts.at(-1)?.at ?? 0,
    title: titleIn(replica, kind, mine ?? theirs ?? base),
    titles: titlesOf(replica, kind, [base, mine, theirs]),
  }
  if (!question) return { ...item, outcome: 'rejected', issues: refusal?.issues ?? [] }
  return { ...item, outcome: 'conflict', reason: question.reason, conflicts: question.fields, theirs }
}

/** [OB8] The record as its person saw it before they changed it. */
function baseOf({ acts }: Work, effect: Effect | null): Fields {
  const seen =
    effect?.op === 'delete'
      ? effect.seen
      : effect?.op === 'update'
        ? mapValues(effect.changes, ([value]) => value)
        : {}
  const base: Fields = { ...lastShown(acts.slice(0, 1)), ...seen }
  return mapValues(base, value => (value === noValue ? null : value))
}

/** Titles of every reference in these records, by id or uid. */
function titlesOf(replica: Replica, kind: string, records: (Fields | null)[]): Record<string, string> {
  const titles: Record<string, string> = {}
  for (const field of replica.table(kind).kind.fields.filter(each => each.reference))
    for (const record of records) {
      const value = record?.[field.name]
      const title = titleOf(replica.tables, field, value)
      if (title === null) continue
      if (isUidReference(value)) titles[value.uid] = title
      else if (typeof value === 'string') titles[value] = title
    }
  return titles
}

function titleIn(replica: Replica, kind: string, fields: Fields | null): string {
  const title = fields?.[replica.table(kind).kind.title]
  return typeof title === 'string' ? title : ''
}

export function outboxEntries(replica: Replica): OutboxEntry[] {
  return inOrder(replica).flatMap(work => {
    const { kind, uid } = work
    const shown = replica.table(kind).overlay.get(uid)
    if (!shown || shown.state === 'settled') return []
    const effects = [...waiting(work).map(({ mutation }) => mutation), effectOf(sumOf(work))]
    const acts = unsettledActs(work)
    const of = { kind, uid, at: acts.at(-1)?.at ?? 0 }
    const record = shown.fields ?? lastShown(acts)
    return [{ ...workRow(replica, of, { effects, record }), state: shown.state }]
  })
}

/** `effects`: in their order. */
export function workRow(
  replica: Replica,
  of: Pick<WorkRow, 'kind' | 'uid' | 'at'>,
  { effects, record }: { effects: readonly (Effect | null)[]; record: Fields | null },
): WorkRow {
  const op = effects.find(effect => effect)?.op ?? 'update'
  const changes = effects.reduce<Changes>(
    (before, effect) => ({ ...before, ...changesBy(effect, before) }),
    {},
  )
  const seen = mapValues(changes, ([value]) => value)
  return {
    ...{ ...of, op, changes },
    title: titleIn(replica, of.kind, record),
    identity: Object.fromEntries(
      identifying(replica.table(of.kind).kind).map(({ name }) => [name, record?.[name] ?? null]),
    ),
    titles: titlesOf(replica, of.kind, [seen, minesOf(changes)]),
  }
}

/** What was seen first stays what it was. */
function changesBy(effect: Effect | null, before: Changes): Changes {
  if (!effect || effect.op === 'delete') return {}
  if (effect.op === 'create') return mapValues(effect.fields, mine => [null, mine] as const)
  return mapValues(effect.changes, ([seen, mine], name) => {
    const [first] = before[name] ?? [seen]
    return [first === noValue ? null : first, mine] as const
  })
}

export function unreadableEntries(replica: Replica): UnreadableEntry[] {
  const here = replica.works.unreadable.filter(({ isRepeated }) => !isRepeated)
  return here.map(({ kind, uid }) => {
    const fields = replica.table(kind).shown(uid)?.fields ?? null
    return { kind, uid, title: titleIn(replica, kind, fields) }
  })
}

export async function sentEntries(replica: Replica): Promise<{ sent: SentEntry[]; unreadable: number }> {
  const { sent, unreadable } = await readLastSent(replica.db, shownSent)
  const entries = sent.map(({ id, kind, uid, mutation, record, at }) => {
    const gone = mutation?.op === 'delete' ? mutation.seen : null
    const known = record?.fields ?? gone
    return { id, ...workRow(replica, { kind, uid, at }, { effects: [mutation], record: known }) }
  })
  return { sent: entries, unreadable }
}

/** Everything unsent, readable by people and by this app; of what nobody can read, that it is there. [OB13] */
export function unsentFile(replica: Replica, now: number): string {
  const records = inOrder(replica).flatMap(work => {
    const { kind, uid, acts } = work
    const flights = waiting(work).map(({ id, mutation, acts }) => ({ id, mutation, acts }))
    if (acts.length + flights.length === 0) return []
    const asked = askedAbout(replica, work)
    return [{ kind, uid, acts, flights, question: asked?.question, refusal: asked?.refusal }]
  })
  const { unreadable } = replica.works
  const savedAt = new Date(now).toISOString()
  // [OB21] Whose work it is, and in which words: it can be read in again.
  const of = { user: replica.db.userId, schema: schemaVersion(replica.db.kinds) }
  return JSON.stringify(
    { format: 'records-unsent', version: 2, savedAt, ...of, records, unreadable },
    null,
    2,
  )
}
