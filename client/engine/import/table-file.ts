/** A file of somebody else's as a table, recognised by what stands in it and never by its name. [IM1] [IM9] [IM10] */
import type { TableEncoding, TableFormat, TableRefusal } from '../../contract-import.ts'
import type { Cell } from '../exchange/cells.ts'
import { readCsv } from './csv-file.ts'
import { encodingOf, textIn } from './encoding.ts'
import { readJson } from './json-file.ts'
import { type Breathe, mostBytes, refuse, Refused } from './limits.ts'
import { isUserList, readUsers } from './users-file.ts'
import { readXlsx } from './xlsx-file.ts'

export interface FileTable {
  format: TableFormat
  /** null: a workbook has none to choose. */
  encoding: TableEncoding | null
  /** Of CSV. */
  separator: string | null
  /** Names of a workbook's sheets, and which of them was read. */
  sheets: string[]
  sheet: number
  /** Above each column; '': nothing stands there. */
  names: string[]
  /** A row ends with its last cell that says something: what is behind it is blank. Blank rows are left out. */
  rows: Cell[][]
  /** Of each row, from 1, with the line of names: in JSON, which has none, the how many-th object it is. */
  lines: number[]
}

export interface ReadOptions {
  /** Which of a workbook; without it, the first that is shown. */
  sheet?: number
  signal: AbortSignal
  /** Gives whatever else runs in the worker its turn. */
  pause(milliseconds: number): Promise<void>
  /** In bytes. */
  onProgress(done: number, total: number): void
}

export type TableFileRead = { outcome: 'read'; table: FileTable } | { outcome: 'refused'; why: TableRefusal }

/** Rejects with the signal's reason once it is given up, and when the device cannot read the file. */
export async function readTableFile(file: Blob, options: ReadOptions): Promise<TableFileRead> {
  try {
    return { outcome: 'read', table: await read(file, options) }
  } catch (error) {
    if (error instanceof Refused) return { outcome: 'refused', why: error.why }
    throw error
  }
}

/** Not a table, though its characters are: pages, and documents of Office and Adobe. */
const foreign = /^\s*(?:<|%PDF-|\{\\rtf)/
const json = /^\s*(?:\{\s*["}]|\[\s*[[{\]])/

async function read(file: Blob, { sheet, signal, pause, onProgress }: ReadOptions): Promise<FileTable> {
  const breathe: Breathe = async done => {
    if (done > 0) onProgress(done, file.size)
    signal.throwIfAborted()
    await pause(0)
    signal.throwIfAborted()
  }
  signal.throwIfAborted()
  if (file.size > mostBytes) refuse('too large')
  const unread = { encoding: null, separator: null, sheets: [], sheet: 0 }
  const beginning = await beginningOf(file)
  if (beginning === 'zip') return { ...unread, format: 'xlsx', ...(await readXlsx(file, breathe, sheet)) }
  if (beginning === 'compound') return refuse((await isLocked(file)) ? 'locked' : 'foreign')
  const { encoding, head } = await encodingOf(file, breathe)
  if (head.trim() === '') refuse('empty')
  if (foreign.test(head)) refuse('foreign')
  const texts = textIn(file, encoding, breathe)
  if (json.test(head)) return { ...unread, format: 'json', encoding, ...(await readJson(texts)) }
  if (isUserList(head)) return { ...unread, format: 'users', encoding, ...(await readUsers(texts)) }
  return { ...unread, format: 'csv', encoding, ...(await readCsv(head, texts)) }
}

/** `compound`: files within a file, as older Office has it, and as newer Office has what is encrypted. */
async function beginningOf(file: Blob): Promise<'zip' | 'compound' | null> {
  const bytes = await file.slice(0, 4).arrayBuffer()
  if (bytes.byteLength < 4) return null
  const mark = new DataView(bytes).getUint32(0)
  // An archive without anything in it begins with its end.
  return mark === 0x504b0304 || mark === 0x504b0506 ? 'zip' : mark === 0xd0cf11e0 ? 'compound' : null
}

/** The list of the files within begins in the sector that the header names ([MS-CFB] 2.2). */
async function isLocked(file: Blob): Promise<boolean> {
  const header = new DataView(await file.slice(0, 512).arrayBuffer())
  if (header.byteLength < 512) return false
  const start = (header.getUint32(48, true) + 1) * 2 ** header.getUint16(30, true)
  const names = new TextDecoder('utf-16le').decode(await file.slice(start, start + 4096).arrayBuffer())
  return names.includes('EncryptedPackage')
}
