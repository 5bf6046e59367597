/** The start of a form: nothing, a record, or an item that waits for attention. */
import type { AttentionItem, Engine } from '../../contract.ts'
import { goneMark } from '../../contract-records.ts'
import type { Issue } from '../../../shared/fields.ts'
import { fillable, type Kind, scannedFields } from '../../../shared/metadata.ts'
import { emptyFields, type Fields, mapValues } from '../../../shared/record.ts'

export interface FormSource {
  kind: Kind
  /** null for a new record. */
  uid: string | null
  /** Whether the form answers what is asked about the record. */
  answers: boolean
  /** The uid of the record that a new one is a duplicate of; null: of none. */
  from: string | null
  /** [UI95] What was scanned, and a new record begins with; null: nothing was. */
  scanned?: string | null
}

/** What a new record begins with, beside nothing. */
interface Given {
  /** `YYYY-MM-DD` */
  today: string
  /** [UI33] Values of pinned fields. */
  kept: Fields
}

export interface FormStart {
  uid: string
  /** The record as its person saw it; null for a new one. */
  seen: Fields | null
  /** What a new form began with: to leave it as it is, is no edit. */
  blank: Fields
  /** The values in the form: more than were seen when a draft was taken up. */
  fields: Fields
  titles: Record<string, string>
  issues: Issue[]
  item: AttentionItem | null
  /** The question it answers. */
  asked: string | null
  /** The newest act when it began. */
  since: number
}

const noQuestion = { titles: {}, issues: [], item: null, asked: null, since: 0 }

/** null when there is no such record any more. */
export async function startOf(
  engine: Engine,
  { kind, uid, answers, from, scanned = null }: FormSource,
  given: Given,
): Promise<FormStart | null> {
  if (answers) {
    const item = itemAbout(await engine.attention(), { kind: kind.name, uid })
    if (item?.mine) return startOfItem(kind, item, item.mine)
    return uid === null ? null : startOfRecord(engine, kind, uid)
  }
  if (uid !== null) return startOfRecord(engine, kind, uid)
  return from === null
    ? startOfScanned(engine, kind, { scanned, given })
    : startOfCopy(engine, kind, { from, given })
}

/** What is asked about a record. */
export function itemAbout(
  items: readonly AttentionItem[],
  { kind, uid }: { kind: string; uid: string | null },
): AttentionItem | null {
  return items.find(each => each.kind === kind && each.uid === uid) ?? null
}

export async function startOfNew(engine: Engine, kind: Kind, { today, kept }: Given): Promise<FormStart> {
  const uid = await engine.newUid()
  const blank = { ...emptyFields(kind), ...prefilled(kind, today), ...kept }
  return { ...noQuestion, uid, seen: null, blank, fields: blank }
}

function prefilled(kind: Kind, today: string): Fields {
  const fields = kind.fields.filter(({ prefill }) => prefill === 'today')
  return Object.fromEntries(fields.map(({ name }) => [name, `${today}T00:00:00`]))
}

async function startOfScanned(
  engine: Engine,
  kind: Kind,
  { scanned, given }: { scanned: string | null; given: Given },
): Promise<FormStart> {
  const start = await startOfNew(engine, kind, given)
  const [field] = scannedFields(kind)
  if (!field || scanned === null) return start
  const blank = { ...start.blank, [field.name]: scanned }
  return { ...start, blank, fields: blank }
}

/** [UI34] What is each record's own is given anew. */
async function startOfCopy(
  engine: Engine,
  kind: Kind,
  { from, given }: { from: string; given: Given },
): Promise<FormStart> {
  const start = await startOfNew(engine, kind, given)
  const record = await engine.record(kind.name, from)
  if (!record) return start
  const shared = fillable(kind).filter(({ own }) => !own)
  const copied = Object.fromEntries(shared.map(({ name }) => [name, record.fields[name] ?? null]))
  const blank = { ...emptyFields(kind), ...copied }
  return { ...start, blank, fields: blank, titles: mapValues(record.titles, nameIn) }
}

async function startOfRecord(engine: Engine, kind: Kind, uid: string): Promise<FormStart | null> {
  const record = await engine.record(kind.name, uid)
  if (!record) return null
  const { fields, titles, since } = record
  return { ...noQuestion, uid, seen: fields, blank: fields, fields, titles: mapValues(titles, nameIn), since }
}

/** My values stand in the form, over what the server has now, or over what I saw then. */
function startOfItem(kind: Kind, item: AttentionItem, mine: Fields): FormStart {
  const isConflict = item.outcome === 'conflict'
  const theirs = isConflict ? item.theirs : null
  const changed = Object.fromEntries(item.changed.map(name => [name, mine[name] ?? null]))
  const fields = theirs ? { ...theirs, ...changed } : mine
  return {
    uid: item.uid,
    seen: fields,
    blank: fields,
    fields,
    titles: titlesByField(kind, fields, item.titles),
    issues: isConflict ? [] : item.issues,
    item,
    asked: item.asked,
    since: item.since,
  }
}

/** A field is typed into: what it holds is named, whether or not it is deleted. */
const nameIn = (title: string) => title.replace(goneMark, '')

function titlesByField(kind: Kind, fields: Fields, titles: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { name, reference } of kind.fields) {
    const value = fields[name]
    const key = typeof value === 'string' ? value : typeof value === 'object' && value ? value.uid : ''
    const title = reference && titles[key]
    if (title !== undefined) found[name] = nameIn(title)
  }
  return found
}
