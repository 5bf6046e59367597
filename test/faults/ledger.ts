/** Looks into a database past the server: whether its records are what its ledger says, and nothing is torn. */
import { Kysely, sql } from 'kysely'
import { columnsOf, type StoredRow } from '../../server/db/records.ts'
import type { Driver } from '../../server/db/driver.ts'
import { recordAfter } from '../../server/db/ledger-bodies.ts'
import type { Schema } from '../../server/db/schema.ts'
import { typeNameOf } from '../../shared/fields.ts'
import { kinds } from '../../shared/kinds.ts'
import { fillable, type Kind } from '../../shared/metadata.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import { issuesOfFields } from '../../shared/record.ts'

export interface Look {
  /** What does not fit together. */
  torn: string[]
  /** Mutations in the ledger. */
  ids: Set<string>
  records: Map<string, ServerRecord>
}

export async function lookInto(driver: Driver): Promise<Look> {
  const db = new Kysely<Schema>({ dialect: driver.dialect })
  try {
    const torn: string[] = []
    const records = new Map<string, ServerRecord>()
    for (const kind of kinds)
      for (const record of await recordsOf(db, driver, kind)) {
        records.set(record.uid, record)
        const [issue] = issuesOfFields(kind, record.fields)
        if (issue) torn.push(`${kind.name} ${record.uid} holds what its rules refuse: ${issue.code}`)
      }
    const ledger = await db.selectFrom('ledger').selectAll().orderBy('clock').orderBy('position').execute()
    const last = new Map(ledger.map(row => [row.uid, row]))
    for (const row of last.values()) {
      const { kind, uid } = row
      const [left, is] = [canonical(recordAfter(row)), canonical(records.get(uid))]
      if (left !== is) torn.push(`${kind} ${uid} is not what the ledger left: ${left} and ${is}`)
    }
    for (const { kind, uid } of records.values())
      if (!last.has(uid)) torn.push(`${kind} ${uid} is in no ledger row`)
    return { torn, ids: new Set(ledger.map(row => row.id)), records }
  } finally {
    await db.destroy()
  }
}

async function recordsOf(db: Kysely<Schema>, driver: Driver, kind: Kind): Promise<ServerRecord[]> {
  const { rows } = await sql<StoredRow>`select ${columnsOf(kind)} from ${sql.table(kind.name)}`.execute(db)
  return rows.map(row => ({
    kind: kind.name,
    uid: String(row['uid']),
    id: String(row['id']),
    version: Number(row['version']),
    by: String(row['changed_by']),
    at: String(row['changed_at']),
    fields: Object.fromEntries(
      fillable(kind).map(field => [field.name, driver.codecs[typeNameOf(field)].decode(row[field.name])]),
    ),
  }))
}

function canonical(record: ServerRecord | null | undefined): string {
  if (!record) return 'nothing'
  const { kind, uid, id, version, by, at, fields } = record
  return JSON.stringify([kind, uid, id, version, by, at, Object.entries(fields).toSorted(byName)])
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)
