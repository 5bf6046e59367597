/** The world around syncing; the composition root brings the real thing. Types only. */
import type {
  ChangesLine,
  DigestAnswer,
  Mutation,
  PushAnswer,
  PushRequest,
  WithdrawAnswer,
  WithdrawRequest,
} from '../../../shared/protocol.ts'
import type { Replica } from '../replica/replica.ts'

/** [PU9] [SC2] The user whose work it is, or who is to see it: somebody else may be signed in by now. */
interface Owned {
  user: string
}

export type Push = Owned & Omit<PushRequest, 'protocol' | 'mutations'> & { mutations: Mutation[] }
type Withdraw = Owned & Omit<WithdrawRequest, 'protocol'>

/** Requests fail with AppError and nothing else. */
export interface SyncTransport {
  push(request: Push): Promise<PushAnswer>
  withdraw(request: Withdraw): Promise<WithdrawAnswer>
  /** Lines as they arrive; ends after the one with `more: false`, and fails when cut before it. */
  changes(cursor: string | null, history: string | null, reader: Owned): AsyncIterable<ChangesLine>
  /** [DG1] The sums of what a client with this cursor should hold. */
  digest(cursor: string, schema: number, reader: Owned): Promise<DigestAnswer>
  /** [DG3] Every record of these buckets; lines as of `changes`, without a cursor. */
  records(buckets: readonly { kind: string; bucket: number }[], reader: Owned): AsyncIterable<ChangesLine>
}

/** Mutual exclusion among all tabs of the browser profile. */
export interface Locks {
  /** Waits its turn, but only until `signal` is aborted: then it fails with the reason, and the task never runs. */
  run<T>(name: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Takes the lock from whoever holds it; their `run` fails, though their task may go on. */
  takeOver<T>(name: string, task: () => Promise<T>): Promise<T>
}

/** A message of one tab to the others. */
export type TabMessage =
  | { type: 'pages' }
  | { type: 'work'; addresses: { kind: string; uid: string }[] }
  | { type: 'drafts' }
  /** The person has read what the browser removed. */
  | { type: 'loss' }

/** [DG1] */
export interface Comparison {
  verify(replica: Replica, outside: Outside, signal: AbortSignal): Promise<boolean>
  replaceDamaged(replica: Replica): Promise<void>
}

export interface Outside {
  transport: SyncTransport
  /** Loaded when it is needed, which is seldom. Fails with AppError. */
  comparison(): Promise<Comparison>
  locks: Locks
  /** ms since 1970. */
  now(): number
  pause(milliseconds: number): Promise<void>
  /** `at`: the time in front of it; that of now without it. [HI2] */
  newUid(at?: number): string
  tell(message: TabMessage): void
}
