/** What a form starts with: nothing, a record, or what waits for attention. */
import type { AttentionItem, Engine } from '../../contract.ts'
import type { Issue } from '../../../shared/fields.ts'
import type { Kind } from '../../../shared/metadata.ts'
import { emptyFields, type Fields } from '../../../shared/record.ts'

export interface FormSource {
  kind: Kind
  /** null for a new record. */
  uid: string | null
  /** The attention item that this form answers. */
  answers: number | null
}

export interface FormStart {
  uid: string
  /** What the person looks at; null for a new record. */
  seen: Fields | null
  fields: Fields
  titles: Record<string, string>
  issues: Issue[]
  item: AttentionItem | null
}

/** Of a record of which nothing more is known. */
export const noStart = { titles: {}, issues: [], item: null }

/** null when there is no such record any more. */
export async function startOf(engine: Engine, { kind, uid, answers }: FormSource): Promise<FormStart | null> {
  if (answers !== null) {
    const item = (await engine.attention()).find(candidate => candidate.seq === answers)
    if (item?.mine) return startOfItem(kind, item, item.mine)
    return uid === null ? null : startOfRecord(engine, kind, uid)
  }
  return uid === null ? startOfNew(engine, kind) : startOfRecord(engine, kind, uid)
}

export async function startOfNew(engine: Engine, kind: Kind): Promise<FormStart> {
  const uid = await engine.newUid()
  return { ...noStart, uid, seen: null, fields: emptyFields(kind) }
}

async function startOfRecord(engine: Engine, kind: Kind, uid: string): Promise<FormStart | null> {
  const record = await engine.record(kind.name, uid)
  if (!record) return null
  const { fields, titles } = record
  return { ...noStart, uid, seen: fields, fields, titles }
}

/** My values stand in the form; what I look at is what the server has now, or what I saw then. */
function startOfItem(kind: Kind, item: AttentionItem, mine: Fields): FormStart {
  const isConflict = item.outcome === 'conflict'
  const seen = isConflict ? (item.theirs?.fields ?? null) : item.base
  const changed = Object.fromEntries(item.changed.map(name => [name, mine[name] ?? null]))
  const fields = isConflict && seen ? { ...seen, ...changed } : mine
  return {
    uid: item.uid,
    seen,
    fields,
    titles: titlesByField(kind, fields, item.titles),
    issues: isConflict ? [] : item.issues,
    item,
  }
}

function titlesByField(kind: Kind, fields: Fields, titles: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { name, reference } of kind.fields) {
    const value = fields[name]
    const key = typeof value === 'string' ? value : typeof value === 'object' && value ? value.uid : ''
    const title = reference && titles[key]
    if (title !== undefined) found[name] = title
  }
  return found
}
