/** Who sees what at one moment, in the words of the rules: from what people were granted, and none of the server's conditions. */
import type { Database } from '../../server/db/database.ts'
import type { StoredRecord } from '../../server/db/records.ts'
import { kinds } from '../../shared/kinds.ts'
import { allRowsOf } from './rows.ts'

export interface RecordOfKind extends StoredRecord {
  kind: string
}

export class Granted {
  private readonly limited: ReadonlySet<string>
  /** `person kind id`. */
  private readonly grants: ReadonlySet<string>
  readonly records: readonly RecordOfKind[]
  /** Of each Device, by its id. */
  private readonly sites: ReadonlyMap<unknown, unknown>

  private constructor(
    records: readonly RecordOfKind[],
    given: { limited: ReadonlySet<string>; grants: ReadonlySet<string> },
  ) {
    this.records = records
    this.limited = given.limited
    this.grants = given.grants
    this.sites = new Map(this.of('device').map(({ id, fields }) => [id, fields['site_id']]))
  }

  static async in(database: Database): Promise<Granted> {
    const { db } = database
    const limited = await db.selectFrom('scopes').select('user_id').where('is_limited', '=', 1).execute()
    const grants = await db.selectFrom('grants').selectAll().execute()
    const records: RecordOfKind[] = []
    for (const kind of kinds)
      for (const row of await allRowsOf(database, kind)) records.push({ ...row, kind: kind.name })
    return new Granted(records, {
      limited: new Set(limited.map(({ user_id }) => user_id)),
      grants: new Set(grants.map(({ user_id, kind, id }) => `${user_id} ${kind} ${id}`)),
    })
  }

  isLimited(person: string): boolean {
    return this.limited.has(person)
  }

  /** What they were given, as kind and id. */
  givenTo(person: string): { kind: string; id: string }[] {
    return [...this.grants].flatMap(each => {
      const [whose, kind = '', id = ''] = each.split(' ')
      return whose === person ? [{ kind, id }] : []
    })
  }

  of(kind: string): RecordOfKind[] {
    return this.records.filter(record => record.kind === kind)
  }

  /** [SC1] [SC2] */
  sees(person: string, { kind, id, fields }: Pick<RecordOfKind, 'kind' | 'id' | 'fields'>): boolean {
    if (!this.isLimited(person)) return true
    const isGiven = (name: string, which: unknown) => this.grants.has(`${person} ${name} ${String(which)}`)
    switch (kind) {
      case 'site':
        return isGiven('site', id)
      case 'device':
        return isGiven('device', id) || isGiven('site', fields['site_id'])
      case 'record_a':
        return isGiven('device', fields['device_id']) || isGiven('site', this.sites.get(fields['device_id']))
      default:
        return isGiven(kind, '0')
    }
  }
}
