/** The moments of a run, from commit to commit: what each person could see then. */
import type { Database } from '../../server/db/database.ts'
import { Digest } from '../../shared/digest.ts'
import type { Kind } from '../../shared/metadata.ts'
import { Granted, type RecordOfKind } from './granted.ts'

export class Moments {
  private readonly all: Granted[] = []
  /** By person and moment: what they saw, by uid. */
  private readonly seen = new Map<string, Map<string, RecordOfKind>>()
  /** `person uid` of what was there and out of sight. */
  private readonly hidden = new Set<string>()
  private readonly people: readonly string[]
  private noted: { database: Database; clock: number } | null = null

  constructor(people: readonly string[]) {
    this.people = people
  }

  /** After whatever may have changed something, which nothing does without the clock. */
  async note(database: Database): Promise<void> {
    const row = await database.db.selectFrom('clock').select('clock').executeTakeFirstOrThrow()
    const clock = Number(row.clock)
    if (this.noted?.database === database && this.noted.clock === clock) return
    this.noted = { database, clock }
    const granted = await Granted.in(database)
    this.all.push(granted)
    for (const person of this.people.filter(each => granted.isLimited(each)))
      for (const record of granted.records)
        if (!granted.sees(person, record)) this.hidden.add(`${person} ${record.uid}`)
  }

  /** By which it is named. */
  get last(): number {
    return this.all.length - 1
  }

  get now(): Granted {
    const granted = this.all.at(-1)
    if (!granted) throw new Error('Nothing was noted')
    return granted
  }

  /** Whether this person could see that version of the record at any moment since then. */
  couldSee(
    person: string,
    since: number,
    { uid, version }: { uid: string; version: number | undefined },
  ): boolean {
    return this.from(since).some(moment => {
      if (!this.all[moment]?.isLimited(person)) return true
      return this.seenAt(person, moment).get(uid)?.version === version && version !== undefined
    })
  }

  /** [SC5] Whether the record may be answered with: it is seen, or would be as it was when that was answered first. */
  couldHear(person: string, since: number, record: RecordOfKind): boolean {
    return this.from(since).some(moment => {
      const granted = this.all[moment]
      const there = granted?.records.find(({ uid }) => uid === record.uid)
      return [record, ...(there ? [there] : [])].some(each => granted?.sees(person, each))
    })
  }

  /** [DG1] The sums of what this person could see of a kind, at each moment since then. */
  sumsSince(person: string, since: number, kind: Kind): string[][] {
    return this.from(since).map(moment => {
      const digest = new Digest(kind)
      for (const { uid, id, version, fields, ...record } of this.seenAt(person, moment).values()) {
        const columns = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]]))
        if (record.kind === kind.name)
          digest.add({ uid: [uid], id: [id], version: [version], fields: columns })
      }
      return digest.buckets
    })
  }

  seesNow(person: string, uid: string): boolean {
    return this.now.records.some(record => record.uid === uid && this.now.sees(person, record))
  }

  wasEverHidden(person: string, uid: string): boolean {
    return this.hidden.has(`${person} ${uid}`)
  }

  private from(since: number): number[] {
    return Array.from({ length: this.all.length - since }, (_, index) => since + index)
  }

  private seenAt(person: string, moment: number): Map<string, RecordOfKind> {
    const name = `${person} ${moment}`
    const granted = this.all[moment]
    const records = granted?.records.filter(record => granted.sees(person, record)) ?? []
    const seen = this.seen.get(name) ?? new Map(records.map(record => [record.uid, record]))
    this.seen.set(name, seen)
    return seen
  }
}
