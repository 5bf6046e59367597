/** At most one server on one SQLite database: a lock that the system releases with the process, however it ends. */
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** A server that is just stopping has this long to be gone. */
const patienceMs = 2_000

/** Thrown when another server has the folder. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`Another server is using ${folder}. Stop it first, or give this one a DATA_DIR of its own.`)
    this.name = 'FolderInUse'
  }
}

/** [SV1] Returns what gives the folder back. The lock is on a file of its own, so that commands are not held up. */
export function claimFolder(folder: string): () => void {
  const lock = new Database(join(folder, 'server.lock'), { timeout: patienceMs })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') throw new FolderInUse(folder)
    throw error
  }
  return () => lock.close()
}
