/** The data folder and what lies in it: its owner's alone. [SV8] */
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const ofOthers = 0o077
const sticky = 0o1000

/** What the process writes from here on, nobody else reads: SQLite makes its files by this. */
export function writePrivately(): void {
  process.umask(ofOthers)
}

/** Makes the folder when it is missing, and takes from others what an older version let them read. */
export function ownFolder(folder: string): void {
  writePrivately()
  mkdirSync(folder, { recursive: true })
  // A folder that is everybody's by intent, like /tmp, stays so.
  if ((statSync(folder).mode & sticky) === 0) close(folder)
  for (const name of readdirSync(folder))
    if (name === 'server.lock' || name.startsWith('records.db')) close(join(folder, name))
}

/** Those of these that others may read; a folder that is everybody’s by intent is none. Changes nothing. */
export function openToOthers(paths: readonly string[]): string[] {
  return paths.filter(path => {
    const entry = statSync(path, { throwIfNoEntry: false })
    return entry !== undefined && (entry.mode & sticky) === 0 && (entry.mode & ofOthers) !== 0
  })
}

/** What belongs to somebody else is theirs to close. */
function close(path: string): void {
  // A link would close what it leads to.
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry && !entry.isSymbolicLink() && entry.uid === process.getuid?.() && (entry.mode & ofOthers) !== 0)
    chmodSync(path, entry.mode & ~ofOthers & 0o7777)
}
