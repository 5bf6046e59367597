/** Tables filled by hand, for rules that need no database. */
import { emptyFields, type Fields } from '../../shared/record.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed, type Kinds } from '../../shared/metadata.ts'
import type { Value } from '../../shared/fields.ts'
import { notNoted } from '../../shared/provenance.ts'
import type { Query } from '../../client/contract.ts'
import { pagesAfter } from '../../client/engine/table/apply.ts'
import type { Arrival } from '../../client/engine/table/arrival.ts'
import { runQuery } from '../../client/engine/table/query.ts'
import type { Reading } from '../../client/engine/table/search.ts'
import { collateIn } from '../../client/engine/table/sort.ts'
import { type Shown, Table } from '../../client/engine/table/table.ts'
import { windowOf } from '../../client/engine/table/window.ts'

export const everything: Query = { search: '', filters: [], sort: [], states: [] }

/** A short, readable uid that is valid: `uid(12)`. */
export function uid(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
}

/** A whole Record A; what is not given is plain. */
export function recordA(fields: Record<string, Value> = {}): Fields {
  return {
    device_id: '1',
    pin: '0001',
    name: 'Budi',
    pri: '0',
    passwd: 'rahasia',
    card: '0012000001',
    grp: '1',
    tz: '0000000100000000',
    verify: false,
    vice_card: '9',
    start_datetime: '2026-01-05T08:30:00',
    end_datetime: '2027-01-05T00:00:00',
    ...fields,
  }
}

export function recordB(fields: Record<string, Value> = {}): Fields {
  return {
    pt: 'ABC',
    divisi: 'D',
    unit: true,
    jenis: 'J',
    nama: 'Gudang',
    divapp: 'A',
    urutan: false,
    ...fields,
  }
}

export interface Given {
  uid: string
  id: string
  version: number
  fields: Fields
}

export function arrivalOf(records: Given[], deleted: string[] = []): Arrival {
  const names = Object.keys(records[0]?.fields ?? {})
  return {
    uid: records.map(each => each.uid),
    id: records.map(each => each.id),
    version: records.map(each => each.version),
    fields: Object.fromEntries(names.map(name => [name, records.map(each => each.fields[name] ?? null)])),
    deleted,
  }
}

export class Bench {
  readonly tables: Map<string, Table>
  reading: Reading

  constructor(each: Kinds = kinds) {
    this.tables = new Map(each.map(kind => [kind.name, new Table(kind)]))
    const words = { yes: 'Yes', no: 'No', dateTime: (value: string) => `local ${value.slice(8, 10)}` }
    this.reading = { tables: this.tables, words, collate: collateIn('en') }
  }

  table(kind: string): Table {
    return this.tables.get(kind) as Table
  }

  confirm(kind: string, records: Given[], deleted: string[] = []): void {
    const table = this.table(kind)
    for (const page of pagesAfter(table, arrivalOf(records, deleted), { isResync: false }))
      table.install(page)
  }

  /** Record As named so, with uids and ids 1, 2, 3… */
  confirmNames(...names: string[]): void {
    this.confirm(
      'record_a',
      names.map((name, i) => ({
        uid: uid(i + 1),
        id: String(i + 1),
        version: i + 1,
        fields: recordA({ name }),
      })),
    )
  }

  lay(kind: string, shown: Partial<Shown> & Pick<Shown, 'uid' | 'fields'>): void {
    const plain = {
      id: null,
      version: 0,
      ...notNoted,
      state: 'unsent' as const,
      changedAt: 0,
      attention: null,
    }
    this.table(kind).lay(shown.uid, { ...plain, standsBy: shown.id ?? null, ...shown })
  }

  find(kind: string, query: Partial<Query> | string) {
    const table = this.table(kind)
    const whole = { ...everything, ...(typeof query === 'string' ? { search: query } : query) }
    const result = runQuery(table, whole, this.reading)
    return windowOf(table, this.reading, result, { offset: 0, limit: 1_000 })
  }

  /** One field of each record found, in order. */
  list(kind: string, query: Partial<Query> | string, field = 'name'): unknown[] {
    return this.find(kind, query).rows.map(row => row.fields[field])
  }
}

export function emptyOf(kind: string): Fields {
  const known = kindNamed(kinds, kind)
  return known ? emptyFields(known) : {}
}
