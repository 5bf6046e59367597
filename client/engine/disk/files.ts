/** Files of this origin, in browsers that have them (the origin private file system). Each belongs to one database. */
import { StorageError } from '../../storage/fault.ts'

/** As browsers have it in workers alone: not among the types of a page. */
export interface OpenFile {
  read(into: Uint8Array<ArrayBuffer>, options: { at: number }): number
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
  getSize(): number
  flush(): void
  close(): void
}

interface FileHandle {
  /** Other readers may have it open too; browsers that do not know this mode let nobody else open it. */
  createSyncAccessHandle(options?: { mode: 'read-only' }): Promise<OpenFile>
}

export interface Directory {
  getFileHandle(name: string, options?: { create: boolean }): Promise<FileHandle>
  removeEntry(name: string): Promise<void>
  keys(): AsyncIterable<string>
}

/** Where files are; absent: this browser has none. */
export interface Files {
  directory?: (() => Promise<Directory>) | undefined
}

export async function openFile(root: Directory, name: string): Promise<OpenFile> {
  return (await root.getFileHandle(name)).createSyncAccessHandle({ mode: 'read-only' })
}

export async function createFile(root: Directory, name: string): Promise<OpenFile> {
  return (await root.getFileHandle(name, { create: true })).createSyncAccessHandle()
}

/** What the files of a database are called begins so, and nothing else does. */
export const prefixOf = (database: string) => `${database.replaceAll(/[^\w-]/g, '-')}-file-`

const triesAtMost = 20
const pauseMs = 100

/** All of a database but for one. Those that somebody has open stay, or are waited for: two seconds, then `blocked`. */
export async function removeFiles(
  root: Directory,
  { of, but, pause }: { of: string; but?: string | undefined; pause?(milliseconds: number): Promise<void> },
): Promise<void> {
  const names: string[] = []
  for await (const name of root.keys()) if (name.startsWith(prefixOf(of)) && name !== but) names.push(name)
  for (const name of names)
    for (let attempt = 1; !(await isRemoved(root, name)) && pause; attempt++) {
      if (attempt === triesAtMost) throw new StorageError('blocked')
      await pause(pauseMs)
    }
}

/** false: somebody has it open. */
async function isRemoved(root: Directory, name: string): Promise<boolean> {
  try {
    await root.removeEntry(name)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    if (error.name === 'NoModificationAllowedError') return false
    if (error.name !== 'NotFoundError') throw error
  }
  return true
}
