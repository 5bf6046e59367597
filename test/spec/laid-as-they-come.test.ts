/** The lines of a first sync, laid out as they come: what is stored is what would be stored record by record. */
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../client/engine/disk/database.ts'
import { allPages } from '../../client/engine/disk/pages.ts'
import { Replica } from '../../client/engine/replica/replica.ts'
import { pagesAfter } from '../../client/engine/table/apply.ts'
import { arrivalOfLine, joined } from '../../client/engine/table/arrival.ts'
import { pull } from '../../client/engine/sync/pull.ts'
import { createTransport } from '../../client/engine/sync/transport.ts'
import type { PageBytes } from '../../client/engine/table/page-bytes.ts'
import { joinTexts } from '../../shared/joined-texts.ts'
import type { ChangesLine } from '../../shared/protocol.ts'
import { Profile } from '../support/profile.ts'
import { recordA, recordB, uid } from '../support/tables.ts'

const raise = (error: unknown): never => {
  throw error
}

function line(kind: string, numbers: number[], more: Partial<ChangesLine> = {}): ChangesLine {
  const records = numbers.map(n =>
    kind === 'record_a'
      ? recordA({ pin: String(n), name: `Nâmá ${n} 名`, verify: n % 3 === 0 })
      : recordB({ nama: `Gudang ${n}`, urutan: null }),
  )
  const names = Object.keys(records[0] ?? {})
  return {
    kind,
    uid: numbers.map(uid),
    id: numbers.map(String),
    version: numbers,
    by: numbers.map(() => 'dewi'),
    at: numbers.map(n => `2026-01-05T08:30:${String(n % 60).padStart(2, '0')}Z`),
    fields: Object.fromEntries(names.map(name => [name, records.map(record => record[name] ?? null)])),
    deleted: [],
    cursor: `after ${kind} ${numbers.at(-1)}`,
    more: true,
    ...more,
  }
}

const run = (first: number, count = 512) => Array.from({ length: count }, (_, at) => first + at)
const last = { more: false }

const streams: Record<string, ChangesLine[]> = {
  'full lines and a short one': [
    ...[1, 513, 1025].map(first => line('record_b', run(first))),
    line('record_b', run(1537, 40), last),
  ],
  'two kinds, and more of each than are stored at once': [
    ...Array.from({ length: 70 }, (_, at) => line('record_a', run(1 + at * 512))),
    line('record_a', run(35_841, 7)),
    line('record_b', run(40_001)),
    line('record_b', run(40_513, 3), last),
  ],
  'a record that comes twice, changed meanwhile': [
    line('record_a', run(1)),
    line('record_a', run(513)),
    line('record_a', [...run(1025, 500), 600, 5], { version: run(2000), ...last }),
  ],
  'a record twice in one line': [line('record_a', [1, 2, 1, 3], { version: [1, 2, 9, 3], ...last })],
  'short lines between full ones': [
    line('record_a', run(1, 500)),
    line('record_a', run(600)),
    line('record_a', run(2000, 20)),
    line('record_a', run(3000)),
    line('record_a', run(4000, 1), last),
  ],
  'records that go, and come again': [
    line('record_a', run(1)),
    line('record_a', [], { deleted: run(7, 30).map(uid) }),
    line('record_a', run(7, 3), { version: run(5000, 3), ...last }),
  ],
  'a column that one line lacks': [
    line('record_a', run(1)),
    line('record_b', run(600)),
    line('record_b', run(1112), { fields: { nama: run(1112).map(String), lain: run(1112) } }),
    line('record_b', run(1700, 5), last),
  ],
  'uids that are none, and ids that are no numbers': [
    line('record_b', run(1), { id: run(1).map(n => `id ${n}`) }),
    line('record_b', run(513), { uid: run(513).map(n => `no uid ${n}`) }),
    line('record_b', run(1025), last),
  ],
  'nothing at all': [line('record_a', [], last)],
  'an empty last line': [line('record_a', run(1)), line('record_a', [], last)],
}

/** What comes behind a cursor, cut off in the midst of line `until`. */
function answering(lines: readonly ChangesLine[], { until = Infinity } = {}): typeof fetch {
  return async input => {
    const cursor = new URL(String(input), 'http://host').searchParams.get('cursor')
    const from = lines.findIndex(each => each.cursor === cursor) + 1
    const text = lines.slice(from, until).map(each => `${JSON.stringify(joinTexts(each))}\n`)
    const half = until < lines.length ? JSON.stringify(lines[until]).slice(0, 50) : ''
    return new Response(text.join('') + half)
  }
}

class Device {
  readonly profile = new Profile()
  replica!: Replica

  static async make(): Promise<Device> {
    const device = new Device()
    const db = await openDatabase({ ...device.profile.world([]), userId: 'user-1' })
    device.replica = new Replica(db, raise)
    await device.replica.begin()
    await device.replica.finish()
    return device
  }

  pull(
    fetch: typeof globalThis.fetch,
    { signal = new AbortController().signal, onProgress = () => {} } = {},
  ): Promise<void> {
    const world = { ...this.profile.world([]), transport: createTransport(fetch), tell: () => {} }
    const outside = { ...world, locks: world.locksOf('user-1') }
    return pull(this.replica, outside, { run: 1, signal, onProgress })
  }

  /** As every line goes that does not fit: record by record behind the others, and laid out when it is stored. */
  async storeByRecords(lines: readonly ChangesLine[]): Promise<void> {
    let waiting: ChangesLine[] = []
    for (const [at, line] of lines.entries()) {
      waiting.push(line)
      const next = lines[at + 1]
      const isTogether = next?.kind === line.kind && waiting.length < 32
      if (isTogether && next.deleted.length + line.deleted.length === 0) continue
      const arrival = joined(waiting.map(arrivalOfLine))
      waiting = []
      await this.replica.commit(pagesAfter(this.replica.table(line.kind), arrival, { isResync: false }), {})
    }
  }

  /** All that is in memory, and all that is on the disk, as bytes. */
  async held() {
    const memory = [...this.replica.tables.values()].flatMap(table => table.pages.map(written))
    const disk: unknown[] = []
    for await (const pages of allPages(this.replica.db)) disk.push(...pages.map(written))
    return { memory, disk, counts: this.replica.pulled.counts, newest: this.replica.pulled.newest }
  }
}

function written(page: unknown): unknown {
  const { kind, page: number, bytes } = page as PageBytes
  return [kind, number, Buffer.from(bytes).toString('latin1')]
}

describe('A first sync', () => {
  test.each(Object.entries(streams))('[PG11] %s: the same bytes as record by record', async (_, lines) => {
    const [one, two] = [await Device.make(), await Device.make()]
    await one.storeByRecords(lines)
    await two.pull(answering(lines))
    expect(await two.held()).toEqual(await one.held())
  })

  test.each([
    ['goes on behind them', streams['full lines and a short one']!],
    [
      'changes them where they stand',
      [
        line('record_b', run(1)),
        line('record_b', run(513)),
        line('record_b', [...run(1025, 510), 600, 5], { version: run(2000) }),
        line('record_b', run(3000, 30), last),
      ],
    ],
  ])('[CH3] [PG11] cut off, whole lines are kept, and the next pull %s', async (_, lines) => {
    const [one, two] = [await Device.make(), await Device.make()]
    await one.storeByRecords(lines)
    const cut = two.pull(answering(lines, { until: 2 }))
    await expect(cut).rejects.toMatchObject({ code: 'unreachable' })
    expect(two.replica.table('record_b').confirmedCount).toBe(1024)
    expect(two.replica.pulled.cursor).toBe(lines[1]?.cursor)
    await two.pull(answering(lines))
    expect(await two.held()).toEqual(await one.held())
  })

  test('[ST7] [PG11] given up, nothing more of it is written', async () => {
    const device = await Device.make()
    const gaveUp = new AbortController()
    const counts: unknown[] = []
    function onProgress(): void {
      counts.push(device.replica.pulled.counts)
      gaveUp.abort()
    }
    const pulled = device.pull(answering(streams['two kinds, and more of each than are stored at once']!), {
      signal: gaveUp.signal,
      onProgress,
    })
    await expect(pulled).rejects.toThrow()
    expect(counts).toEqual([device.replica.pulled.counts])
  })

  test('[PG11] what comes after it changes records where they stand', async () => {
    const device = await Device.make()
    await device.pull(answering(streams['full lines and a short one']!))
    const { completedAt } = device.replica.pulled
    expect(completedAt).not.toBeNull()
    await device.pull(answering([line('record_b', run(3, 9), { version: run(9000, 9), ...last })]))
    const table = device.replica.table('record_b')
    expect([table.confirmedCount, table.confirmed(uid(3))?.version]).toEqual([1576, 9000])
  })
})
