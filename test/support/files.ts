/** Files of an origin in memory, with the rules of the real ones: one writer or many readers, and no name twice. */
import type { Directory, OpenFile } from '../../client/engine/disk/files.ts'

interface Stored {
  bytes: Uint8Array<ArrayBuffer>
  readers: number
  isWritten: boolean
}

export class MemoryFiles implements Directory {
  readonly stored = new Map<string, Stored>()
  /** Nothing more can be written. */
  isFull = false

  async getFileHandle(name: string, { create = false } = {}) {
    if (!this.stored.has(name) && !create) throw new DOMException(name, 'NotFoundError')
    const file = this.stored.get(name) ?? { bytes: new Uint8Array(), readers: 0, isWritten: false }
    this.stored.set(name, file)
    return {
      createSyncAccessHandle: async (options?: { mode: 'read-only' }) =>
        this.opened(file, options?.mode !== 'read-only'),
    }
  }

  async removeEntry(name: string): Promise<void> {
    const file = this.stored.get(name)
    if (!file) throw new DOMException(name, 'NotFoundError')
    if (file.isWritten || file.readers > 0) throw new DOMException(name, 'NoModificationAllowedError')
    this.stored.delete(name)
  }

  async *keys(): AsyncGenerator<string> {
    yield* [...this.stored.keys()]
  }

  private opened(file: Stored, isToWrite: boolean): OpenFile {
    if (file.isWritten || (isToWrite && file.readers > 0))
      throw new DOMException('', 'NoModificationAllowedError')
    if (isToWrite) file.isWritten = true
    else file.readers++
    return {
      read: (into, { at }) => {
        const part = file.bytes.subarray(at, at + into.length)
        into.set(part)
        return part.length
      },
      write: (bytes, { at }) => {
        if (this.isFull) throw new DOMException('', 'QuotaExceededError')
        const longer = new Uint8Array(Math.max(file.bytes.length, at + bytes.length))
        longer.set(file.bytes)
        longer.set(bytes, at)
        file.bytes = longer
        return bytes.length
      },
      getSize: () => file.bytes.length,
      flush: () => {},
      close: () => {
        if (isToWrite) file.isWritten = false
        else file.readers--
      },
    }
  }
}
