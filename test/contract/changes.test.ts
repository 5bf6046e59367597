/** What clients are told: everything, once, in order, wherever they were cut off and whatever is written meanwhile. */
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChanges } from '../../server/sync/changes.ts'
import { encodeCursor } from '../../server/sync/cursor.ts'
import { splitTexts } from '../../shared/joined-texts.ts'
import { kinds } from '../../shared/kinds.ts'
import type { ChangesLine, ServerRecord } from '../../shared/protocol.ts'
import { engines } from './engines.ts'
import { a, remove, update } from './edits.ts'
import { held, last } from './lines.ts'
import { linesIn, openWorld, type Person, type World } from './world.ts'
import { everything } from '../support/everything.ts'

describe.each(engines)('Changes on $name', engine => {
  let world: World
  let eva: Person
  let device: ServerRecord

  beforeAll(async () => {
    world = await openWorld(engine)
    eva = await world.person('editor', 'eva')
    const { results } = await eva.push(a.device('Pintu'))
    device = (results[0] as { record: ServerRecord }).record
    for (let push = 0; push < 3; push++) {
      await eva.push(...Array.from({ length: 400 }, (_, i) => a.recordA(device.id, { pin: `${push}-${i}` })))
    }
    await eva.push(...Array.from({ length: 7 }, () => a.recordB()))
  })
  afterAll(() => world.close())

  const applied = async (...mutations: unknown[]): Promise<ServerRecord[]> =>
    (await eva.push(...mutations)).results.map(result => (result as { record: ServerRecord }).record)

  test('[CH1] lines hold at most 512 records in clock order, Devices first; only the last has more: false', async () => {
    const lines = await eva.changes()
    expect(lines.map(line => [line.kind, line.uid.length, line.more])).toEqual([
      ['device', 1, true],
      ['record_a', 512, true],
      ['record_a', 512, true],
      ['record_a', 176, true],
      ['record_b', 7, false],
    ])
    for (const line of lines) {
      expect(line.version).toEqual(line.version.toSorted((x, y) => x - y))
      for (const column of Object.values(line.fields)) expect(column).toHaveLength(line.uid.length)
      expect(new Set(line.id).size).toBe(line.id.length)
    }
    expect(lines[0]).toMatchObject({
      id: [device.id],
      uid: [device.uid],
      fields: { name: ['Pintu'] },
      deleted: [],
    })
  })

  test('[CH9] who asks for it gets columns of texts as one text each, and the same records', async () => {
    const lines = await eva.changes()
    const joined = linesIn(await (await eva.request('/api/sync/changes?texts=joined')).text())
    expect(joined.map(line => splitTexts(line))).toEqual(lines)
    const [, first] = joined
    expect(first?.uid).toBe(lines[1]?.uid.join('\u007f'))
    expect(first?.fields['pin']).toBe(lines[1]?.fields['pin']?.join('\u007f'))
    expect(first?.fields['verify']).toEqual(lines[1]?.fields['verify'])
  })

  test('[CH1] nothing new is one line, with a cursor that goes on', async () => {
    const { cursor } = last(await eva.changes())
    const lines = await eva.changes(cursor)
    expect(lines).toEqual([
      {
        kind: 'site',
        uid: [],
        id: [],
        version: [],
        by: [],
        at: [],
        fields: { name: [] },
        deleted: [],
        cursor,
        more: false,
      },
    ])
    const [fresh] = await applied(a.recordB())
    expect((await eva.changes(lines[0]!.cursor)).map(line => line.uid)).toEqual([[fresh!.uid]])
  })

  test('[CH3] cut off after any line, a client goes on and ends with the same records', async () => {
    const doomed = await applied(...Array.from({ length: 3 }, () => a.recordB()))
    const { cursor } = last(await eva.changes())
    await applied(a.recordA(device.id), ...doomed.map(record => remove(record)), a.device('baru'))
    for (const from of [undefined, cursor]) {
      const whole = await eva.changes(from)
      for (const [i, line] of whole.entries()) {
        const rest = await eva.changes(line.cursor)
        const joined = held([...whole.slice(0, i + 1), ...rest])
        expect(joined).toEqual(held(whole))
        expect(last(rest).more).toBe(false)
      }
    }
  })

  test('[CH3] a client that goes on much later also gets what has changed since', async () => {
    const [first] = await eva.changes()
    const [young] = await applied(a.device('muda'))
    const [old] = await applied(update(device, { name: ['Pintu', 'Pintu 2'] }))
    const rest = await eva.changes(first!.cursor)
    const records = held([first!, ...rest])
    expect(records.get(young!.uid)).toBe(young!.version)
    expect(records.get(device.uid)).toBe(old!.version)
    expect(rest.map(line => line.more)).toEqual([...rest.slice(1).map(() => true), false])
    expect(await eva.changes(last(rest).cursor)).toHaveLength(1)
  })

  test('[CH5] deleted records come as uids, to those who may have them', async () => {
    const { cursor } = last(await eva.changes())
    const [kept, doomed] = await applied(a.recordB(), a.recordB())
    const between = last(await eva.changes(cursor)).cursor
    await applied(remove(doomed!))
    const seen = await eva.changes(between)
    expect(seen.map(line => [line.kind, line.uid, line.deleted])).toEqual([['record_b', [], [doomed!.uid]]])
    expect(held(await eva.changes(cursor)).has(kept!.uid)).toBe(true)
    expect((await eva.changes()).flatMap(line => line.deleted)).toEqual([])
  })

  test('[CH5] more deleted records than a page holds come page by page', async () => {
    const many = [
      ...(await applied(...Array.from({ length: 500 }, () => a.recordB()))),
      ...(await applied(...Array.from({ length: 40 }, () => a.recordB()))),
    ]
    const { cursor } = last(await eva.changes())
    await eva.push(...many.slice(0, 500).map(record => remove(record)))
    await eva.push(...many.slice(500).map(record => remove(record)))
    const lines = await eva.changes(cursor)
    expect(lines.map(line => line.deleted.length)).toEqual([512, 28])
    expect(new Set(lines.flatMap(line => line.deleted))).toEqual(new Set(many.map(record => record.uid)))
    expect((await eva.changes(lines[0]!.cursor)).flatMap(line => line.deleted)).toHaveLength(28)
  })

  test('[CH2] whatever commits while the stream is read comes in it or after it', async () => {
    const seen: ChangesLine[] = []
    const written = new Map<string, number>()
    for await (const line of await openChanges(
      { database: world.database, kinds, scope: everything },
      undefined,
    )) {
      seen.push(line)
      for (const made of await applied(a.recordA(device.id, { pin: 'during' }), a.device('during'))) {
        written.set(made.uid, made.version)
      }
      if (line.kind === 'record_a') {
        const uid = line.uid[3]!
        const name = line.fields['name']![3]
        const [changed] = await applied(
          update({ kind: 'record_a', uid }, { name: [name, `${String(name)}!`] }),
        )
        written.set(uid, changed!.version)
      }
    }
    const after = await eva.changes(last(seen).cursor)
    const records = held([...seen, ...after])
    for (const [uid, version] of written) expect(records.get(uid)).toBe(version)
    expect(records).toEqual(held(await eva.changes()))
  })

  test('[CH6] a record that is changed or deleted while the answer is read comes as it is now', async () => {
    const [changed, deleted] = await applied(a.recordB({ nama: 'Mine' }), a.recordB({ nama: 'Gone' }))
    const { cursor } = last(await eva.changes())
    const [again] = await applied(update(changed!, { nama: ['Mine', 'Mine too'] }))
    const [soon] = await applied(update(deleted!, { nama: ['Gone', 'Gone soon'] }))
    const reading = await openChanges({ database: world.database, kinds, scope: everything }, cursor)
    const [later] = await applied(update(again!, { nama: ['Mine too', 'Theirs'] }))
    await applied(remove(soon!))
    const lines = await Array.fromAsync(reading)
    const rows = lines.flatMap(line => line.uid.map((uid, i) => [uid, line.version[i]]))
    expect(rows).toEqual([[changed!.uid, later!.version]])
    expect(lines.flatMap(line => line.deleted)).toEqual([deleted!.uid])
    expect(held(await eva.changes(last(lines).cursor))).toEqual(new Map([[changed!.uid, later!.version]]))
  })

  test('[CH2] pushes side by side leave no hole for those who pull meanwhile', async () => {
    const client = new Map<string, number>()
    let cursor = last(await eva.changes()).cursor
    const start = held(await eva.changes())
    let isDone = false
    const pushes = Promise.all(
      Array.from({ length: 4 }, async (_, i) => {
        for (let n = 0; n < 5; n++) await eva.push(a.recordB({ pt: `${i}.${n}` }), a.device(`${i}.${n}`))
      }),
    ).then(() => (isDone = true))
    const pull = async (): Promise<void> => {
      const lines = await eva.changes(cursor)
      for (const [uid, version] of held(lines)) client.set(uid, version)
      cursor = last(lines).cursor
    }
    while (!isDone) await pull()
    await pushes
    await pull()
    expect(new Map([...start, ...client])).toEqual(held(await eva.changes()))
    expect(client.size).toBe(40)
  })

  test.each([
    ['garbage', 'x'],
    ['empty', ''],
    ['base64url of no JSON', Buffer.from('{').toString('base64url')],
    ['of another shape', Buffer.from('{"clock":-1,"token":"t"}').toString('base64url')],
    ['very long', 'A'.repeat(5000)],
    ['a fraction', Buffer.from('{"clock":1.5,"token":"t"}').toString('base64url')],
    ['not ASCII', '🙂'],
  ])('[CH4] a cursor that is %s is answered 410', async (_, cursor) => {
    const response = await eva.request(`/api/sync/changes?cursor=${encodeURIComponent(cursor)}`)
    expect([response.status, await response.json()]).toMatchObject([410, { code: 'cursor_expired' }])
  })

  test('[CH4] a cursor ahead of the server, or of another history, is answered 410', async () => {
    const { clock, token } = JSON.parse(
      Buffer.from(last(await eva.changes()).cursor, 'base64url').toString(),
    ) as { clock: number; token: string }
    const at = { from: null, phase: 'records' as const, kind: 'record_a', version: 1, key: '1' }
    const expired = [
      { clock: clock + 1, token },
      { clock, token: crypto.randomUUID() },
      { clock: clock - 1, token },
      { clock, token, at: { ...at, kind: 'nothing' } },
      { clock, token, at: { ...at, key: "1' or 1=1" } },
    ]
    for (const cursor of expired) {
      await expect(eva.changes(encodeCursor(cursor))).rejects.toThrow('cursor_expired')
    }
    await expect(eva.changes(encodeCursor({ clock, token, at }))).resolves.not.toHaveLength(0)
  })

  test('the answer is compressed for those who ask, each line readable as it comes', async () => {
    const response = await eva.request('/api/sync/changes', {
      headers: { 'accept-encoding': 'br, gzip;q=0.8' },
    })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(linesIn(gunzipSync(bytes).toString())).toEqual(await eva.changes())
    const plain = await eva.request('/api/sync/changes', { headers: { 'accept-encoding': 'gzip;q=0' } })
    expect(plain.headers.get('content-encoding')).toBe(null)
    await plain.body?.cancel()
  })
})
