/** What became of each row, in a few bytes a row. */
import { type Verdict, verdicts } from '../../contract-import.ts'
import { isUidReference } from '../../../shared/fields.ts'
import type { Changes } from '../../../shared/record.ts'

/** null: the record is not made for rows of the file. */
type TitleOfMade = (uid: string) => string | null

export class RowVerdicts {
  readonly counts: Record<Verdict, number> = { added: 0, changed: 0, unchanged: 0, refused: 0 }
  /** Places in `verdicts`. */
  private readonly of: Uint8Array
  /** Of what each row would change. */
  private readonly sums: Uint32Array
  private readonly titleOfMade: TitleOfMade

  constructor(rows: number, titleOfMade: TitleOfMade) {
    this.titleOfMade = titleOfMade
    this.of = new Uint8Array(rows)
    this.sums = new Uint32Array(rows)
  }

  set(row: number, verdict: Verdict, changes: Changes): void {
    this.of[row] = verdicts.indexOf(verdict)
    this.sums[row] = sumOf(changes, this.titleOfMade)
    this.counts[verdict]++
  }

  isAs(row: number, verdict: Verdict, changes: Changes): boolean {
    const sum = sumOf(changes, this.titleOfMade)
    return this.of[row] === verdicts.indexOf(verdict) && this.sums[row] === sum
  }

  /** Numbers of the rows that came to one of these, from 0. */
  rowsOf(
    wanted: readonly Verdict[],
    { offset, limit }: { offset: number; limit: number },
  ): { rows: number[]; total: number } {
    const isWanted = verdicts.map(verdict => wanted.includes(verdict))
    const rows: number[] = []
    let total = 0
    for (const [row, verdict] of this.of.entries()) {
      if (!isWanted[verdict]) continue
      if (total >= offset && rows.length < limit) rows.push(row)
      total++
    }
    return { rows, total }
  }

  /** [IM7] Each row comes to the same, field by field: what its person saw of it is true still. */
  isSame(other: RowVerdicts): boolean {
    return isEqual(this.of, other.of) && isEqual(this.sums, other.sums)
  }
}

function isEqual<T extends Uint8Array | Uint32Array>(own: T, other: T): boolean {
  return own.length === other.length && own.every((each, row) => each === other[row])
}

/** FNV-1a over the old values and the new. A record that is made for its rows has another uid each time. */
function sumOf(changes: Changes, titleOfMade: TitleOfMade): number {
  let sum = 0x811c9dc5
  const text = JSON.stringify(changes, (_, value: unknown) => {
    const title = isUidReference(value) ? titleOfMade(value.uid) : null
    return title === null ? value : { title }
  })
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
  return sum >>> 0
}
