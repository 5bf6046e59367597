/** Pages as the app stored them before it laid them out: JSON, with columns of texts as one text each. */
import type { Database } from '../../client/engine/disk/database.ts'
import { readPagesAfter } from '../../client/engine/disk/pages.ts'
import { places } from '../../client/engine/disk/places.ts'
import { pageOf } from '../../client/engine/table/laid-page.ts'
import type { Page } from '../../client/engine/table/page.ts'
import { joinTexts } from '../../shared/joined-texts.ts'

export function earlierColumns({ uid, id, version, fields }: Page) {
  return joinTexts({ uid, id, version, fields })
}

/** Every stored page, as an earlier version would have stored it. */
export async function storeAsBefore(db: Database): Promise<void> {
  const { pages } = await readPagesAfter(db, 0)
  for (const { kind, page, revision, ...laid } of pages) {
    const sealed = await db.seal.close(
      places.pages({ kind, page }),
      earlierColumns(pageOf({ kind, page, revision, ...laid })),
    )
    await db.run(schema => schema.pages.put({ kind, page, revision, sealed }))
  }
}
