/** The world around the engine, as the composition root finds it, and what one open user has in this tab. Types only. */
import type {
  FileAdded,
  FilePreview,
  Language,
  OpenOptions,
  Query,
  RecordView,
  ResultWindow,
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
  /** Resolves when every page is in memory, which the first sync sees to. [PG5] */
  whole: Promise<User>
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
  /** [PG5] Whether `record` can tell already. */
  has(kind: string, uid: string): boolean
  record(kind: string, uid: string): RecordView | null
  setLanguage(language: Language): void
  /** Builds what the first search would have to wait for, a little at a time. */
  warm(breathe: () => Promise<void>): Promise<void>
}
