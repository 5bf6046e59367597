/** Faults of the device's own storage. */
import type { StorageFault } from '../contract.ts'

/** Storage failed, and what was asked for is not on disk. */
export class StorageError extends Error {
  readonly fault: StorageFault

  constructor(fault: StorageFault, options?: ErrorOptions) {
    super(`storage: ${fault}`, options)
    this.name = 'StorageError'
    this.fault = fault
  }
}

/**
 * Browsers name these failures differently: WebKit loses its storage process (`UnknownError`, "Connection to
 * Indexed Database server lost"), Chromium fails to open its backing store, Dexie reports a closed database.
 */
const faultOfName: Record<string, StorageFault> = {
  QuotaExceededError: 'quota',
  VersionError: 'newer',
  BlockedError: 'blocked',
  InvalidStateError: 'connection',
  UnknownError: 'connection',
  DatabaseClosedError: 'connection',
  OpenFailedError: 'connection',
  MissingAPIError: 'connection',
  TimeoutError: 'connection',
  TransactionInactiveError: 'connection',
  AbortError: 'connection',
  BulkError: 'connection',
}

export function faultOf(error: unknown): StorageFault {
  if (error instanceof StorageError) return error.fault
  for (let cause = error; cause instanceof Object; cause = innerOf(cause)) {
    const fault = 'name' in cause ? faultOfName[String(cause.name)] : undefined
    if (fault && fault !== 'connection') return fault
  }
  const name = error instanceof Object && 'name' in error ? String(error.name) : ''
  return faultOfName[name] ?? 'unknown'
}

function innerOf(error: object): unknown {
  if ('inner' in error && error.inner) return error.inner
  return 'cause' in error ? error.cause : undefined
}
