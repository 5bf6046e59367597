/** The engine as a screen may ask it: every value crosses a structured clone, and a rejected promise is a bug. */
import type { Issue } from '../shared/fields.ts'
import type { Effect } from '../shared/judge.ts'
import type { Fields } from '../shared/record.ts'
import type {
  OwnChange,
  OwnDeletion,
  Query,
  RecordState,
  RecordView,
  Referrers,
  ResultWindow,
  Titles,
} from './contract-records.ts'
import type {
  Language,
  LockChange,
  LockChanged,
  NotOpen,
  Opened,
  OpenOptions,
  Protection,
  Terms,
} from './contract-lock.ts'
import type { ExportedFile, ExportRequest } from './contract-exchange.ts'
import type {
  GroupRef,
  GroupUndone,
  ImportCompared,
  Imported,
  ImportPlan,
  ImportRow,
  RefusedWords,
  TableRead,
  Verdict,
} from './contract-import.ts'
import type { ManyAct, ManyDone, ManyPreview, Selection } from './contract-many.ts'
import type { Overview } from './contract-overview.ts'
import type { EngineEvent, StorageFault, SyncStatus } from './contract-status.ts'
import type { AttentionItem, FileAdded, FilePreview, Resolution, WorkRow } from './contract-work.ts'

export type * from './contract-exchange.ts'
export type * from './contract-import.ts'
export type * from './contract-many.ts'
export type * from './contract-work.ts'
export type * from './contract-lock.ts'
export type * from './contract-records.ts'
export type * from './contract-status.ts'

/** An edit as a form hands it over. */
export interface Edit {
  kind: string
  uid: string
  /** The record with which the form began; null for a new one. */
  seen: Fields | null
  fields: Fields
  /** The newest act when the form began: `since` of a record or of an attention item. */
  since: number
  /** The question that this answers; null: none. */
  asked: string | null
  /** The draft that goes with the save; null: none. */
  draft: string | null
}

/** Nothing of it is on disk; a form keeps what was typed. */
type Failed = { outcome: 'failed'; fault: StorageFault }
export type SaveOutcome =
  | { outcome: 'saved'; undo: Undo | null }
  /** The question has changed meanwhile: nothing was written, and it is to be shown anew. */
  | { outcome: 'asked anew' }
  | { outcome: 'invalid'; issues: Issue[] }
  | Failed

/** An act, wherever it has gone since; and what was sent in one. */
export interface ActRef {
  kind: string
  uid: string
  seq: number
}
export interface SentRef {
  kind: string
  uid: string
  flight: string
}

/** Opaque to views: takes back one act. */
export interface Undo {
  kind: string
  uid: string
  seq: number
  /** [PU13] The id of the record on the server; null: not known here. */
  givenId: string | null
  /** The record as shown before the act and after it; null: none. */
  before: Fields | null
  after: Fields | null
  /** The effect that its person wanted, when the act answered a question about it. */
  wanted: Effect | null
}
/** `too late`: it has become so, and there is nothing left to take back here. */
export type UndoOutcome = SaveOutcome | { outcome: 'too late' }

/** `left`: all of it was on its way; `isPartial`: some of it was, and stays. */
export type TakenBack =
  { outcome: 'taken back'; undo: Undo; isPartial: boolean } | { outcome: 'left' } | Failed

/** A form that was not saved, under an id that no other form has. [UI3] */
export interface Draft extends Omit<Edit, 'draft'> {
  id: string
  /** ms since 1970. */
  at: number
}

/** [UI13] Which record it is about can be read always. */
export type UnreadableDraft = Pick<Draft, 'id' | 'kind' | 'uid'>

/** Rows that could not be read are not nothing: they may still be there. */
export type Read<T> = ({ outcome: 'read' } & T) | Failed

/** A record with work that is not settled. */
export interface OutboxEntry extends WorkRow {
  state: Exclude<RecordState, 'settled'>
}

/** [OB12] Acts that cannot be read; the title is that of the record without them, empty when there is none. */
export type UnreadableEntry = Pick<OutboxEntry, 'kind' | 'uid' | 'title'>

export interface SentEntry extends WorkRow {
  id: string
}

export interface Engine {
  /** Opens the user's database and loads it. Idempotent for the same user; another user closes the first. [LK1] */
  open(options: OpenOptions): Promise<Opened | NotOpen | Failed>
  close(): Promise<void>
  /** [LK3] Closes it because somebody wants that: no key of before opens it from now on. */
  lock(): Promise<void>
  /** What was typed cannot be kept: it locks later. */
  stayOpen(): Promise<void>
  /** As the server says them now. */
  keepTo(terms: Terms): Promise<void>
  /** For the next time it is opened; undefined takes it away. */
  keepNote(name: string, value: unknown): Promise<{ outcome: 'saved' } | Failed>
  /** [AC20] What requests show beside the cookie; null: nothing is open here, or its session has none. */
  sessionKey(): Promise<string | null>
  protection(): Promise<Read<{ protection: Protection }>>
  changeLock(change: LockChange): Promise<LockChanged | Failed>
  /** [LK7] Takes everything of that person off this device, unsent work too. */
  wipe(userId: string): Promise<{ outcome: 'wiped' } | Failed>
  /** The listener gets every event from now on, once however often; first the status, when a database is open. */
  subscribe(listener: (event: EngineEvent) => void): Promise<void>
  setLanguage(language: Language): Promise<void>

  newUid(): Promise<string>

  query(kind: string, query: Query, offset: number, limit: number): Promise<ResultWindow>
  /** The position of a record in a query's results, or −1. */
  locate(kind: string, query: Query, uid: string): Promise<number>
  record(kind: string, uid: string): Promise<RecordView | null>
  /** [SE41] Near a search that finds nothing: others, at most two, that do. */
  suggest(kind: string, query: Query): Promise<string[]>

  /** [PU8] The records, as they are shown, that refer to this one: none of no kind. */
  referrers(kind: string, uid: string): Promise<Referrers[]>

  /** [OB1] Resolves `saved` only when the edit is on disk with strict durability. */
  save(edit: Edit): Promise<SaveOutcome>
  remove(kind: string, uid: string): Promise<{ outcome: 'removed'; undo: Undo } | Failed>
  undo(undo: Undo): Promise<UndoOutcome>
  /** [OB30] null: it is not known here any more. */
  undoOf(ref: ActRef | SentRef): Promise<Read<{ undo: Undo | null }>>
  /** [HI4] Brings a deleted record back as it was last. `too late`: it is there. */
  restore(kind: string, uid: string, gone: { id: string | null; fields: Fields }): Promise<UndoOutcome>
  /** [OB20] All that waits of this record. */
  takeBack(kind: string, uid: string): Promise<TakenBack>

  /** Over the draft with this id, and over no other. */
  keepDraft(draft: Omit<Draft, 'at'>): Promise<{ outcome: 'saved' } | Failed>
  /** [UI3] A form takes a draft up, and from then on it lies under that form's id; null: it was gone already. */
  takeDraft(id: string, as: string): Promise<Read<{ draft: Draft | null }>>
  dropDraft(id: string): Promise<void>
  /** The drafts of one record, or all. */
  drafts(of?: {
    kind: string
    uid: string
  }): Promise<Read<{ drafts: Draft[]; unreadable: UnreadableDraft[] }>>

  attention(): Promise<AttentionItem[]>
  /** `asked`: the question that was shown. */
  resolve(item: Pick<AttentionItem, 'kind' | 'uid' | 'asked'>, resolution: Resolution): Promise<SaveOutcome>

  outbox(): Promise<OutboxEntry[]>
  unreadable(): Promise<UnreadableEntry[]>
  /** `unreadable`: so many more were sent, and cannot be listed. */
  sent(): Promise<Read<{ sent: SentEntry[]; unreadable: number }>>
  /** Everything unsent, as JSON text for a file; of what cannot be read, which record it is about. */
  unsentFile(): Promise<string>
  /** [OB21] What such a file holds, and what of it is new here; then that, as this person's acts. */
  readUnsent(text: string): Promise<FilePreview | Failed>
  addUnsent(text: string): Promise<FileAdded | Failed>

  /** [EX1] The records of a question as a file. */
  exportFile(request: ExportRequest): Promise<Read<ExportedFile>>
  /** [IM1] The rows of a file stay in the worker until another one is read, or they are let go. `sheet`: of a workbook. */
  readTable(kind: string, file: Blob, sheet?: number): Promise<TableRead | Failed>
  /** [IM6] What it would do by this plan; that is then the one that counts. */
  compareTable(plan: ImportPlan): Promise<ImportCompared | Failed>
  /** Rows of the file with these verdicts, in its order. */
  tableRows(
    wanted: readonly Verdict[],
    offset: number,
    limit: number,
  ): Promise<Read<{ rows: ImportRow[]; total: number }>>
  /** [IM7] `saved` only when all of it is on disk. */
  importTable(): Promise<Imported | Failed>
  /** [IM8] As CSV. */
  refusedRows(words: RefusedWords): Promise<Read<{ file: Blob }>>
  /** [IM9] Whatever is under way ends, and nothing is written. */
  letGoTable(): Promise<void>

  /** [MA2] */
  previewMany(selection: Selection, act: ManyAct): Promise<Read<{ preview: ManyPreview }>>
  actOnMany(selection: Selection, act: ManyAct): Promise<ManyDone | Failed>
  /** [IM7] [MA3] */
  undoGroup(group: GroupRef): Promise<GroupUndone | Failed>

  /** [OV1] `today`: of whoever asks, `2026-11-25`. */
  overview(kind: string, today: string): Promise<Read<{ overview: Overview }>>

  /** [HI5] Newest first. */
  ownHistory(kind: string, uid: string): Promise<Read<{ changes: OwnChange[]; titles: Titles }>>
  ownDeletions(kind: string): Promise<Read<{ records: OwnDeletion[]; titles: Titles }>>

  status(): Promise<SyncStatus>
  /** The person has read what was lost. */
  forgetLoss(): Promise<{ outcome: 'forgotten' } | Failed>
  syncNow(): Promise<void>
  /** Someone has signed in, the browser is online or offline, the page became visible. */
  hint(hint: 'signed-in' | 'online' | 'offline' | 'visible'): Promise<void>
}
