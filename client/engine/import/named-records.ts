/** The records of a kind, as a file names them: by title, by `#` and id, or by uid, which is how export writes them. [IM4] */
import { isUid, isUidReference, type Value } from '../../../shared/fields.ts'
import type { Kind } from '../../../shared/metadata.ts'
import { type Fields, issuesOfFields } from '../../../shared/record.ts'
import { isTelling } from '../exchange/cells.ts'
import type { Shown } from '../table/table.ts'
import type { CellRead, Fault } from './cell-value.ts'
import { inTurns } from './turns.ts'

export type KnownRecord = Pick<Shown, 'uid' | 'id' | 'fields' | 'state'>

/** The records of a kind as they are shown. */
export interface KnownRecords {
  kind: Kind
  uids: readonly string[]
  /** [RB3] Others may be on the server: what is not here may be there. */
  isPartial: boolean
  /** null: it is not there, or deleted here. */
  shown(uid: string): KnownRecord | null
}

export interface MadeRecord {
  kind: string
  uid: string
  title: string
  /** All that is known of it. */
  fields: Fields
}

export class NamedRecords {
  private readonly records: KnownRecords
  /** null: none is made. */
  private readonly newUid: (() => string) | null
  /** null: several have it. */
  private readonly byTitle = new Map<string, Value>()
  /** Of titles with white space around them, which files often lack. */
  private readonly byTrimmed = new Map<string, Value>()
  private readonly uidOfId = new Map<string, string>()
  /** Titles that rows name, that nothing has, and of which a record could be made. */
  readonly missing = new Set<string>()
  private readonly uidOfMade = new Map<string, string>()
  private readonly titleOfMade = new Map<string, string>()

  constructor(records: KnownRecords, newUid: (() => string) | null) {
    this.records = records
    this.newUid = newUid
  }

  /** To be run to its end before anything is looked up. */
  *drawUp(): Generator<void, void> {
    const { kind, uids } = this.records
    yield* inTurns(uids.length, at => {
      const record = this.records.shown(uids[at] ?? '')
      if (!record?.fields) return
      if (record.id !== null) this.uidOfId.set(record.id, record.uid)
      const title = record.fields[kind.title]
      if (typeof title !== 'string' || title === '') return
      const value = valueFor(record)
      this.byTitle.set(title, this.byTitle.has(title) ? null : value)
      const trimmed = title.trim()
      if (trimmed !== title) this.byTrimmed.set(trimmed, this.byTrimmed.has(trimmed) ? null : value)
    })
  }

  find(written: string): CellRead {
    const text = written.trim()
    const numbered = this.byNumber(text)
    if (numbered) return numbered
    const titled = [this.byTitle.get(written), this.byTitle.get(text), this.byTrimmed.get(text)]
    const value = titled.find(each => each !== undefined)
    if (value === null) return { fault: { code: 'several_records', params: { text } } }
    if (value !== undefined) return { value }
    const fault = isTelling(text) ? this.faultOfNew(text) : unknown(text)
    if (fault) return { fault }
    if (this.records.isPartial) return { fault: { code: 'not_all_here' } }
    this.missing.add(text)
    return this.newUid ? this.made(text, this.newUid) : { fault: unknown(text) }
  }

  /** What can be taken for a number or a uid is no title. One that is not there is still the same as itself. */
  private byNumber(text: string): CellRead | null {
    if (/^#\d+$/.test(text)) {
      const id = text.slice(1)
      return { value: id, ...(this.uidOfId.has(id) ? {} : { fault: unknown(text) }) }
    }
    if (!isUid(text)) return null
    const known = this.records.shown(text)
    return known ? { value: valueFor(known) } : { value: { uid: text }, fault: unknown(text) }
  }

  /** null: its title alone makes a record of this kind. */
  private faultOfNew(title: string): Fault | null {
    if (this.missing.has(title)) return null
    const { kind } = this.records
    const issue = issuesOfFields(kind, { [kind.title]: title }).at(0)
    if (issue?.field === kind.title) return { code: issue.code, params: issue.params }
    return issue ? unknown(title) : null
  }

  private made(title: string, newUid: () => string): CellRead {
    const uid = this.uidOfMade.get(title) ?? newUid()
    this.uidOfMade.set(title, uid)
    this.titleOfMade.set(uid, title)
    return { value: { uid } }
  }

  /** The same for everything that leads to one record. */
  target(value: Value | undefined): string {
    if (!isUidReference(value)) return typeof value === 'string' ? value : ''
    if (this.titleOfMade.has(value.uid)) return value.uid
    return this.records.shown(value.uid)?.id ?? value.uid
  }

  titleOf(value: Value): string | null {
    const uid = isUidReference(value) ? value.uid : this.uidOfId.get(String(value))
    if (uid === undefined) return null
    const title = this.titleOfMade.get(uid) ?? this.records.shown(uid)?.fields?.[this.records.kind.title]
    return typeof title === 'string' ? title : null
  }

  /** null: it need not be made. */
  madeFor(value: Value): MadeRecord | null {
    const title = isUidReference(value) ? this.titleOfMade.get(value.uid) : undefined
    if (title === undefined || !isUidReference(value)) return null
    const { kind } = this.records
    return { kind: kind.name, uid: value.uid, title, fields: { [kind.title]: title } }
  }
}

const unknown = (text: string): Fault => ({ code: 'unknown_record', params: { text } })

/** By its id as soon as it has one. */
function valueFor({ id, uid }: KnownRecord): Value {
  return id ?? { uid }
}
