/** The world around the engine, as the composition root finds it, and what one open user has in this tab. Types only. */
import type { Overview } from '../contract-overview.ts'
import type {
  EngineEvent,
  ExportedFile,
  ExportRequest,
  FileAdded,
  FilePreview,
  GroupRef,
  GroupUndone,
  ImportCompared,
  Imported,
  ImportPlan,
  ImportRow,
  Language,
  ManyAct,
  ManyDone,
  ManyPreview,
  OpenOptions,
  Query,
  RecordView,
  RefusedWords,
  ResultWindow,
  Selection,
  TableRead,
  Verdict,
} from '../contract.ts'
import type { DatabaseOptions } from './disk/database.ts'
import type { Wrapping } from './lock/locks.ts'
import type { Replica } from './replica/replica.ts'
import type { Locks, Outside, TabMessage } from './sync/outside.ts'
import type { syncOnce } from './sync/run.ts'
import type { Scheduler, SchedulerOptions } from './sync/scheduler.ts'

/** A line to the other tabs of the same user. */
export interface TabChannel {
  post(message: TabMessage): void
  onMessage(listen: (message: TabMessage) => void): void
  close(): void
}

/** [LK10] `locked`: how often it had been locked on request when the key was found. */
export interface SharedKey {
  /** Of its database. */
  name: string
  locked: number
  key: CryptoKey
}

/** [LK2] The open tabs of one person have their key from each other, in memory. */
export interface TabKeys {
  /** null: no other tab has it. */
  ask(of: Pick<SharedKey, 'name' | 'locked'>): Promise<CryptoKey | null>
  /** Answers those who ask, as long as `may` says so. */
  offer(shared: SharedKey, may: () => boolean): void
  /** Nobody is asked or answered any more. */
  close(): void
}

/** [LK3] What the pages of all tabs say, the one of this worker among them. */
export type PageMessage = 'lock' | 'touched'

/** The real world, as the composition root finds it. */
export interface World
  extends
    Pick<DatabaseOptions, 'kinds' | 'storage' | 'sealing' | 'newUid' | 'pause' | 'after'>,
    Pick<Outside, 'transport' | 'comparison' | 'now'>,
    Pick<SchedulerOptions, 'random' | 'onBug'> {
  /** Loaded when it is needed: nobody waits for it to see their records. Fails with AppError. */
  syncing(): Promise<{ syncOnce: typeof syncOnce }>
  /** Loaded when somebody has such a file. Fails with AppError. */
  unsentFiles(): Promise<UnsentFiles>
  /** Loaded when somebody wants a file of records. Fails with AppError. */
  exporting(): Promise<{ exportFile: ExportFile }>
  /** Loaded when somebody has a file of records. Fails with AppError. */
  importing(): Promise<{ createImporting: CreateImporting }>
  /** Loaded when something is done to many records at once. Fails with AppError. */
  many(): Promise<{ many: Many }>
  /** Loaded with the screen that shows it. Fails with AppError. */
  overviewing(): Promise<{ overviewOf: OverviewOf }>
  /** Loaded when a search finds nothing. Fails with AppError. */
  suggesting(): Promise<{ suggested: Suggested }>
  /** Loaded when a lock is opened or made. Fails with AppError. */
  wrapping(): Promise<Wrapping>
  keysOf(userId: string): TabKeys
  onPageMessage(listen: (message: PageMessage) => void): void
  locksOf(userId: string): Locks
  channelOf(userId: string): TabChannel
  /** Calls `poked` whenever the server has news, in one tab at a time; returns how to stop. */
  listen(userId: string, poked: () => void): () => void
}

/** [SE41] */
export type Suggested = (user: User, kind: string, query: Query, isWanted: () => boolean) => Promise<string[]>

/** [EX1] */
export type ExportFile = (user: User, request: ExportRequest) => Promise<ExportedFile>

/** [OV1] */
export type OverviewOf = (replica: Replica, kind: string, today: string) => Overview

/** [IM9] A file of somebody's, from the first look at it until it is let go; another takes its place. */
export interface Importing {
  read(kind: string, file: Blob, sheet?: number): Promise<TableRead>
  compare(plan: ImportPlan): Promise<ImportCompared>
  rows(wanted: readonly Verdict[], offset: number, limit: number): { rows: ImportRow[]; total: number }
  /** Fails with StorageError, and then nothing was done. */
  write(): Promise<Imported>
  refused(words: RefusedWords): Promise<Blob>
  letGo(): void
}
export type CreateImporting = (user: User, tell: (event: EngineEvent) => void) => Importing

/** Fails with StorageError, and then nothing was done. */
export interface Many {
  preview(user: User, selection: Selection, act: ManyAct): Promise<ManyPreview>
  act(user: User, selection: Selection, act: ManyAct): Promise<ManyDone>
  undoGroup(user: User, group: GroupRef): Promise<GroupUndone>
}

/** [OB21] */
export interface UnsentFiles {
  preview(user: User, text: string): Promise<FilePreview>
  add(user: User, text: string): Promise<FileAdded>
}

export interface User {
  userId: string
  world: World
  outside: Outside
  replica: Replica
  reader: Reader
  scheduler: Scheduler
  /** [PG5] The first screen has what it asked for. */
  showFirst(): void
  /** Resolves when every page is in memory, which the first sync sees to: sooner for being asked. [PG5] */
  readonly whole: Promise<User>
  /** [RM1] */
  readonly lost: number | null
  forgetLoss(): Promise<void>
  /** As its lock was asked when it was opened. */
  lockOptions: Pick<OpenOptions, 'policy' | 'triesAtMost'>
  /** [LK10] From now on no other tab has the key from this one. */
  keepKey(): void
  /** The browser's word on its network. */
  connected(isConnected: boolean): void
  close(): void
}

/** Questions about records. */
export interface Reader {
  query(kind: string, query: Query, offset: number, limit: number): ResultWindow
  /** [PG5] The beginning of the whole list while not every page is in memory; null when it takes more than that. */
  first(kind: string, query: Query, offset: number, limit: number): ResultWindow | null
  locate(kind: string, query: Query, uid: string): number
  /** Of all that it finds, in its order. */
  uids(kind: string, query: Query): string[]
  /** [PG5] Whether `record` can tell already. */
  has(kind: string, uid: string): boolean
  record(kind: string, uid: string): RecordView | null
  setLanguage(language: Language): void
  /** Builds what the first search would have to wait for, a little at a time. */
  warm(breathe: () => Promise<void>): Promise<void>
}
