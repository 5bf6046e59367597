/** Lines as they come. Those of a first sync are laid out at once, while the ones before them are being written. [PG11] */
import type { ChangesLine } from '../../../shared/protocol.ts'
import { type Arrival, arrivalOfLine } from '../table/arrival.ts'
import { pageOf, uidsIn } from '../table/laid-page.ts'
import { layOut, type PageBytes } from '../table/page-bytes.ts'

export interface Arriving extends Pick<ChangesLine, 'kind' | 'cursor' | 'more' | 'deleted'> {
  /** As it stands in no place yet; null: not laid out. */
  page: PageBytes | null
  uids(): readonly string[]
  arrival(): Arrival
}

export async function* arriving(
  lines: AsyncIterable<ChangesLine>,
  { isFirst }: { isFirst: boolean },
): AsyncGenerator<Arriving> {
  for await (const line of lines) yield isFirst ? laidOut(line) : asItCame(line)
}

function asItCame(line: ChangesLine): Arriving {
  const { kind, cursor, more, deleted, uid } = line
  return { kind, cursor, more, deleted, page: null, uids: () => uid, arrival: () => arrivalOfLine(line) }
}

/** Its columns are let go of: the page has all of them. */
function laidOut(line: ChangesLine): Arriving {
  const { kind, cursor, more } = line
  const { deleted, ...columns } = arrivalOfLine(line)
  const page = layOut({ kind, page: 0, revision: 0, ...columns })
  const arrival = () => ({ ...pageOf(page), deleted })
  return { kind, cursor, more, deleted, page, uids: () => uidsIn(page), arrival }
}
