/** Unsaved forms, kept so that a crash or a closed tab costs nothing. */
import type { Draft } from '../../contract.ts'
import { kindNamed } from '../../../shared/metadata.ts'
import { currentFields } from '../../../shared/schema.ts'
import type { Database } from './database.ts'
import type { DraftRow, Schema } from './schema.ts'
import { openEach } from './unreadable.ts'

/** [UI3] Over the draft kept at `replaces` and over no other: false when another lies there. */
export async function writeDraft(db: Database, draft: Draft, replaces?: number | null): Promise<boolean> {
  const { kind, uid, at } = draft
  const sealed = await db.seal.close(placeOf(draft), draft)
  return db.run(schema =>
    schema.transaction('rw', schema.drafts, async () => {
      const row = await schema.drafts.get([kind, uid])
      // Its own, when the connection died before it said that all was written.
      if (row && row.at !== at && !isThat(row, replaces)) return false
      await schema.drafts.put({ kind, uid, at, sealed })
      return true
    }),
  )
}

/** Where a draft lies; with `at` that one and no other. */
export interface DraftPlace extends Place {
  at?: number | null | undefined
}

export async function deleteDraft(db: Database, place: DraftPlace): Promise<void> {
  await db.run(schema => schema.transaction('rw', schema.drafts, () => removeDraft(schema, place)))
}

/** Within a transaction. */
export async function removeDraft({ drafts }: Pick<Schema, 'drafts'>, place: DraftPlace): Promise<void> {
  const { kind, uid, at } = place
  const row = await drafts.get([kind, uid])
  if (row && isThat(row, at)) await drafts.delete([kind, uid])
}

function isThat(row: DraftRow, at: number | null | undefined): boolean {
  return at === undefined || (at !== null && (row.at ?? at) === at)
}

/** [UI13] */
export async function readDraft(
  db: Database,
  kind: string,
  uid: string,
): Promise<Draft | 'unreadable' | null> {
  const row = await db.run(schema => schema.drafts.get([kind, uid]))
  if (!row) return null
  const { opened } = await openEach([row], each => openDraft(db, each))
  return opened[0] ?? 'unreadable'
}

export async function readDrafts(db: Database): Promise<{ drafts: Draft[]; unreadable: Place[] }> {
  const rows = await db.run(schema => schema.drafts.toArray())
  const { opened, closed } = await openEach(rows, row => openDraft(db, row))
  return { drafts: opened, unreadable: closed.map(({ kind, uid }) => ({ kind, uid })) }
}

type Place = Pick<Draft, 'kind' | 'uid'>

const placeOf = ({ kind, uid }: Place) => `drafts/${kind}/${uid}`

async function openDraft(db: Database, row: DraftRow): Promise<Draft> {
  const draft = (await db.seal.open(placeOf(row), row.sealed)) as Draft
  const kind = kindNamed(db.kinds, draft.kind)
  if (!kind) return draft
  const { seen, fields, begun } = draft
  return {
    ...draft,
    seen: seen && currentFields(kind, seen),
    fields: currentFields(kind, fields),
    ...(begun && { begun: currentFields(kind, begun) }),
  }
}
