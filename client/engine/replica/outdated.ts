/** [PG9] Pages as an earlier version of the app stored them are laid out when there is time, a few a transaction. */
import { isPatch } from '../table/page.ts'
import type { Replica } from './replica.ts'

const pagesAtOnce = 16

/** Under the sync lock. Cut off, nothing is lost, and the next run goes on; true when something was written. */
export async function layOutOutdated(
  replica: Replica,
  { pause }: { pause(milliseconds: number): Promise<void> },
  signal: AbortSignal,
): Promise<boolean> {
  const { newest } = replica.works
  // Patches are laid out as they are merged.
  const pages = [...replica.outdated.values()].filter(page => !isPatch(page))
  // [PG8] Damaged pages stay as they are, and who saves is to be sent first.
  const isWanted = () => !signal.aborted && replica.damaged.size === 0 && replica.works.newest === newest
  let at = 0
  for (; at < pages.length && isWanted(); at += pagesAtOnce) {
    const some = pages.slice(at, at + pagesAtOnce)
    await replica.commit(
      some.map(({ kind, page }) => replica.table(kind).page(page)),
      {},
    )
    await pause(0)
  }
  return at > 0
}
