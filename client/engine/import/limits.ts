/** How large a table a person would bring, and how a file that is none is refused. [IM10] */
import type { TableRefusal } from '../../contract-import.ts'

/** Of the file: ten times what 100,000 rows of 13 columns take as JSON. */
export const mostBytes = 256 * 2 ** 20
/** Of all that is unpacked of a workbook: twelve times what 100,000 rows of 13 columns take. */
export const mostUnpacked = 2 ** 30
/** Bytes out of one byte: Deflate reaches 1,032, and sheets of the same row over and over some 100. */
export const mostFolds = 250
/** A part that is smaller is unpacked however well it was packed. */
export const harmless = 16 * 2 ** 20
/** Of what a workbook says about its sheets and styles, in bytes. */
export const mostAbout = 32 * 2 ** 20
/** What stays in memory: characters, and for each cell its place. A phone has no more for a page. */
export const mostKept = 120 * 2 ** 20
export const placeOfCell = 8
export const mostRows = 250_000
/** Of a sheet, with its blank ones: as many as spreadsheets have. */
export const mostSheetRows = 2 ** 20
export const mostColumns = 1000
/** Characters of a cell: a spreadsheet's own holds 32,767, and no field takes more than some thousands. */
export const mostOfCell = 2 ** 20
/** Characters of a row, as the file has them. */
export const mostOfRow = 4 * 2 ** 20

/** Bytes or characters that are read in one go, some 10 ms: whoever asks something else is answered in between. */
export const breath = 2 ** 19

/** Goes no further than `readTableFile`. */
export class Refused extends Error {
  readonly why: TableRefusal

  constructor(why: TableRefusal) {
    super(why)
    this.why = why
  }
}

export function refuse(why: TableRefusal): never {
  throw new Refused(why)
}

/** What a library answers, for which a file that it cannot read is an error. */
export function orDamaged<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return error instanceof Refused ? refuse(error.why) : refuse('damaged')
  }
}

/** Gives others their turn, and throws when the reading was given up. `done`: bytes of the file so far. */
export type Breathe = (done: number) => Promise<void>
