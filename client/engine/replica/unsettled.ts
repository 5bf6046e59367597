/** The unsettled work of every record, in memory. Told of each change after the disk has it. */
import type { Address, OutboxChange, OutboxRead, OutboxRow, SentRead, UnreadableRow } from '../disk/outbox.ts'
import { grouped } from '../grouped.ts'
import type { Unsettled } from './rebase.ts'

export type UnsettledRecord = Unsettled & Address

/** What the disk holds of it. */
export type WorkRead = OutboxRead & Pick<SentRead, 'sent'>

export class UnsettledWork {
  private readonly records = new Map<string, UnsettledRecord>()
  private ordered: OutboxRow[] | null = null
  private readonly unreadableRows = new Map<number, UnreadableRow>()
  private readonly onKeep: (record: UnsettledRecord) => void

  /** `onKeep` hears of each record whose work is another now. */
  constructor(onKeep: (record: UnsettledRecord) => void) {
    this.onKeep = onKeep
  }

  /** Every row, in the order of the acts. */
  get outbox(): readonly OutboxRow[] {
    this.ordered ??= [...this.records.values()].flatMap(({ outbox }) => outbox).sort((a, b) => a.seq - b.seq)
    return this.ordered
  }

  /** [OB12] Rows that stand on the disk and cannot be read. */
  get unreadable(): UnreadableRow[] {
    return [...this.unreadableRows.values()]
  }

  get all(): UnsettledRecord[] {
    return [...this.records.values()]
  }

  of(uid: string): Unsettled | undefined {
    return this.records.get(uid)
  }

  /** What was stored: `put` as it stands on disk now, and the rest of the change. */
  change(put: OutboxRow[], change: Omit<OutboxChange, 'put'>): void {
    const { attempt = [], remove = [], sent = [], unsent = [] } = change
    const attempted = new Set(attempt)
    const removed = new Set(remove)
    const refused = new Set(unsent)
    // What stands there now was written by this tab, or nothing does.
    for (const seq of [...remove, ...put.map(row => row.seq)]) this.unreadableRows.delete(seq)
    const putOf = grouped(put, row => row.mutation.uid)
    const sentOf = grouped(sent, each => each.mutation.uid)
    const touched = new Map<string, Address>()
    for (const { mutation } of [...put, ...sent]) touched.set(mutation.uid, mutation)
    for (const record of this.records.values())
      if (
        record.outbox.some(({ seq }) => removed.has(seq) || attempted.has(seq)) ||
        record.sent.some(({ mutation }) => refused.has(mutation.id))
      )
        touched.set(record.uid, record)
    for (const { kind, uid } of touched.values()) {
      const before: Unsettled = this.records.get(uid) ?? { sent: [], outbox: [] }
      const mine = putOf.get(uid) ?? []
      const kept = before.outbox
        .filter(({ seq }) => !removed.has(seq) && !mine.some(each => each.seq === seq))
        .map(row => (attempted.has(row.seq) ? { ...row, attempted: true } : row))
      this.keep({
        kind,
        uid,
        sent: before.sent.filter(({ mutation }) => !refused.has(mutation.id)).concat(sentOf.get(uid) ?? []),
        outbox: [...kept, ...mine].sort((a, b) => a.seq - b.seq),
      })
    }
  }

  /** What these records have now, and nothing else. */
  replace(addresses: Iterable<Address>, { rows, unreadable, sent }: WorkRead): void {
    const outboxOf = grouped(rows, row => row.mutation.uid)
    const sentOf = grouped(sent, each => each.mutation.uid)
    const uids = new Set<string>()
    for (const { kind, uid } of addresses) {
      uids.add(uid)
      this.keep({ kind, uid, outbox: outboxOf.get(uid) ?? [], sent: sentOf.get(uid) ?? [] })
    }
    for (const { seq, uid } of this.unreadable) if (uids.has(uid)) this.unreadableRows.delete(seq)
    for (const row of unreadable) this.unreadableRows.set(row.seq, row)
  }

  /** What runs until this one have settled stands in the pages. */
  received(run: number): void {
    for (const record of this.all) this.keep({ ...record, sent: record.sent.filter(each => each.run > run) })
  }

  forgetSent({ uid }: Address): void {
    const record = this.records.get(uid)
    if (record) this.keep({ ...record, sent: [] })
  }

  private keep(record: UnsettledRecord): void {
    this.ordered = null
    if (record.sent.length + record.outbox.length > 0) this.records.set(record.uid, record)
    else this.records.delete(record.uid)
    this.onKeep(record)
  }
}
