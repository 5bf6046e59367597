/** The records of a question as a file, some at a time: who asks something else meanwhile is answered in between. */
import type { ExportedFile, ExportRequest, FileFormat } from '../../contract-exchange.ts'
import { everything } from '../../contract-records.ts'
import type { Field, Kind } from '../../../shared/metadata.ts'
import { shownFieldNamed, valueOf } from '../../../shared/provenance.ts'
import type { Value } from '../../../shared/fields.ts'
import { titleOf } from '../table/references.ts'
import type { Shown, Tables } from '../table/table.ts'
import type { Reader, User } from '../world.ts'
import { type Cell, cellOf, isTelling, type NameOf, numberedName } from './cells.ts'
import { csvWriter, type Heads, jsonWriter, type TableWriter } from './csv.ts'
import { xlsxWriter } from './xlsx.ts'

/** Some 5 ms of work. */
const rowsPerBreath = 500

const writers: Record<FileFormat, (heads: Heads, kind: Kind, request: ExportRequest) => TableWriter> = {
  csv: (heads, _, { hasMark, words }) => csvWriter(heads, { hasMark, ...words }),
  json: heads => jsonWriter(heads),
  xlsx: (heads, kind) => xlsxWriter(heads, kind.name),
}

/** As of the moment it is asked for; records that are deleted while it is written are left out. */
export async function exportFile(user: User, request: ExportRequest): Promise<ExportedFile> {
  const { reader, replica, world } = user
  const table = replica.table(request.kind)
  const uids = uidsIn(reader, request)
  const fields = request.fields.flatMap(name => shownFieldNamed(table.kind, name) ?? [])
  const names = fields.map(({ name }) => name)
  const heads = { names, labels: names.map(name => request.words.labels[name] ?? name) }
  const writer = writers[request.format](heads, table.kind, request)
  const nameOf = namesIn(user)
  let count = 0
  for (let at = 0; at < uids.length; at += rowsPerBreath) {
    const rows = uids.slice(at, at + rowsPerBreath).flatMap(uid => {
      const shown = table.shown(uid)
      return shown?.fields ? [fields.map(field => cellIn(shown, field, nameOf))] : []
    })
    writer.rows(rows)
    count += rows.length
    await world.pause(0)
  }
  return { file: writer.end(), count }
}

function uidsIn(reader: Reader, { kind, query, selection }: ExportRequest): string[] {
  if (!selection) return reader.uids(kind, query)
  const named = new Set(selection.uids)
  return reader.uids(kind, selection.query).filter(uid => named.has(uid) !== selection.isAllBut)
}

function cellIn({ uid, id, by, at, fields }: Shown, field: Field, nameOf: NameOf): Cell {
  // What has no id yet is known by its uid, there as here.
  return field.primary
    ? (id ?? uid)
    : cellOf(field, valueOf({ fields: fields ?? {}, by, at }, field.name), nameOf)
}

/** Of each kind that is referred to, the titles that one record has alone. */
function namesIn({ reader, replica }: User): NameOf {
  const telling = new Map<string, Set<string>>()
  const known = new Map<string, string>()

  function tellingOf(kind: string): Set<string> {
    const found = telling.get(kind) ?? own(kind)
    telling.set(kind, found)
    return found
  }

  function own(kind: string): Set<string> {
    const table = replica.table(kind)
    const counts = new Map<string, number>()
    for (const uid of reader.uids(kind, everything)) {
      const title = table.shown(uid)?.fields?.[table.kind.title]
      if (typeof title === 'string') counts.set(title, (counts.get(title) ?? 0) + 1)
    }
    return new Set(
      [...counts].filter(([title, count]) => count === 1 && isTelling(title)).map(([title]) => title),
    )
  }

  function named(tables: Tables, field: Field, value: Value): string {
    const title = titleOf(tables, field, value)
    return title !== null && tellingOf(field.reference?.kind ?? '').has(title) ? title : numberedName(value)
  }

  return (field, value) => {
    const key = `${field.name} ${numberedName(value)}`
    const name = known.get(key) ?? named(replica.tables, field, value)
    known.set(key, name)
    return name
  }
}
