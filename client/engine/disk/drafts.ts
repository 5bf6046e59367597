/** Unsaved forms, kept so that a crash or a closed tab costs nothing. Each lies under the id of its form. */
import type { Draft } from '../../contract.ts'
import { kindNamed } from '../../../shared/metadata.ts'
import type { Fields } from '../../../shared/record.ts'
import { currentFields } from '../../../shared/schema.ts'
import type { Database } from './database.ts'
import { places } from './places.ts'
import type { DraftRow } from './schema.ts'
import { openEach } from './unreadable.ts'

/** [UI3] Over the draft with its id, and over no other. */
export async function writeDraft(db: Database, draft: Draft): Promise<void> {
  const { id, kind, uid } = draft
  const sealed = await db.seal.close(places.unsaved({ id }), draft)
  await db.run(schema => schema.unsaved.put({ id, kind, uid, sealed }))
}

export async function deleteDraft(db: Database, id: string): Promise<void> {
  await db.run(schema => schema.unsaved.delete(id))
}

/** [UI3] A draft that two forms take up at one moment goes to the first. */
export async function moveDraft(db: Database, id: string, as: string): Promise<Draft | null> {
  const moved = await db.run(schema =>
    schema.transaction('rw', schema.unsaved, async () => {
      const row = await schema.unsaved.get(id)
      // Moved already, when the connection died before it said so.
      if (!row) return schema.unsaved.get(as)
      await schema.unsaved.delete(id)
      const renamed = { ...row, id: as, place: places.unsaved(row) }
      await schema.unsaved.put(renamed)
      return renamed
    }),
  )
  return moved ? openDraft(db, moved) : null
}

/** [UI13] The drafts of one record, or all. */
export async function readDrafts(db: Database, of?: Pick<Draft, 'kind' | 'uid'>) {
  const rows = await db.run(({ unsaved }) =>
    of ? unsaved.where('[kind+uid]').equals([of.kind, of.uid]).toArray() : unsaved.toArray(),
  )
  const { opened, closed } = await openEach(rows, row => openDraft(db, row))
  return { drafts: opened, unreadable: closed.map(({ id, kind, uid }) => ({ id, kind, uid })) }
}

/** As it was sealed; version 1 of the database knew no question, but what the form that answered one began with. */
type Stored = Omit<Draft, 'asked' | 'since'> &
  Partial<Pick<Draft, 'asked' | 'since'>> & { begun?: Fields; answers?: number }

async function openDraft(db: Database, row: DraftRow): Promise<Draft> {
  const stored = (await db.seal.open(places.unsaved(row), row.sealed)) as Stored
  const { uid, fields, at, since = row.since ?? 0, asked = null, begun, answers } = stored
  const seen = answers === undefined ? stored.seen : (begun ?? stored.seen)
  const kind = kindNamed(db.kinds, stored.kind)
  return {
    ...{ id: row.id, kind: stored.kind, uid, since, asked, at },
    seen: seen && kind ? currentFields(kind, seen) : seen,
    fields: kind ? currentFields(kind, fields) : fields,
  }
}
