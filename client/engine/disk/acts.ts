/** Acts as rows: those of one record that were stored in one go stand in one row, sealed. */
import { currentChanges, currentFields, schemaVersion } from '../../../shared/schema.ts'
import { kindNamed, type Kinds } from '../../../shared/metadata.ts'
import type { Act, Deed } from '../work/act.ts'
import type { Database } from './database.ts'
import { places } from './places.ts'
import type { ActRow } from './schema.ts'

/** An act before it has its place in the order. */
export type NewAct = Omit<Act, 'seq'>

/** Acts of one row follow each other by this. */
export const step = 1 / 1024

/** [PV4] `schema`: of the metadata that the deeds speak of. */
interface Stored {
  schema: number
  acts: Pick<Act, 'since' | 'at' | 'deed' | 'givenId'>[]
}

export async function sealActs(db: Database, acts: readonly NewAct[]): Promise<Omit<ActRow, 'seq'>> {
  const [first] = acts
  const { kind, uid, write } = first ?? { kind: '', uid: '' }
  const bodies = acts.map(({ since, at, deed, givenId }) => ({
    ...{ since, at, deed },
    ...(givenId && { givenId }),
  }))
  const stored: Stored = { schema: schemaVersion(db.kinds), acts: bodies }
  const sealed = await db.seal.close(places.acts({ kind, uid }), stored)
  return { kind, uid, ...(write && { write }), sealed }
}

export async function openActs(db: Database, row: ActRow): Promise<Act[]> {
  const { kind, uid, seq, write } = row
  const { schema, acts } = (await db.seal.open(places.acts(row), row.sealed)) as Stored
  const today = acts.map(act => {
    const deed = currentDeed(db.kinds, { kind, schema }, act.deed)
    return { ...act, deed, kind, uid, ...(write && { write }) }
  })
  return numbered(today, seq)
}

export function numbered(acts: readonly NewAct[], seq: number): Act[] {
  return acts.map((act, index) => ({ ...act, seq: seq + index * step }))
}

/** The number of the row that an act stood in. */
export function rowOf({ seq }: Pick<Act, 'seq'>): number {
  return Math.floor(seq)
}

/** The rows that these acts stood in, of those that say which write it was. */
export function rowsOf(acts: readonly Act[]): Required<Pick<ActRow, 'seq' | 'write'>>[] {
  const writes = new Map(acts.flatMap(act => (act.write ? [[rowOf(act), act.write] as const] : [])))
  return [...writes].map(([seq, write]) => ({ seq, write }))
}

/** No act of this row comes after it, and every act of the next one does. */
export function lastIn({ seq }: Pick<ActRow, 'seq'>): number {
  return seq + 1 - step
}

/** [PV4] Whole records are filled, but not those that a delete has seen: a field that was not there yet was not seen. [MG5] */
export function currentDeed(kinds: Kinds, of: { kind: string; schema: number }, deed: Deed): Deed {
  const kind = kindNamed(kinds, of.kind)
  if (!kind || of.schema >= schemaVersion(kinds)) return deed
  switch (deed.do) {
    case 'make':
      return { ...deed, fields: currentFields(kind, deed.fields) }
    case 'restore': {
      const { fields, changes } = deed
      return {
        ...{ ...deed, fields: currentFields(kind, fields) },
        ...(changes && { changes: currentChanges(kind, changes) }),
      }
    }
    case 'edit': {
      const { changes, shown } = deed
      return { ...deed, changes: currentChanges(kind, changes), shown: currentFields(kind, shown) }
    }
    case 'delete':
      return { ...deed, shown: currentChanges(kind, deed.shown) }
    case 'keep':
    case 'choose': {
      const { theirs, values } = deed
      return { ...deed, theirs: currentFields(kind, theirs), values: currentChanges(kind, values) }
    }
    case 'delete anyway':
      return { ...deed, theirs: currentChanges(kind, deed.theirs) }
    case 'let go':
      return deed
  }
}
