/** The sums by which a client finds what it does not hold as the server does, and the records it then asks for. */
import { describe, expect, test } from 'vitest'
import { bucketOf, Digest } from '../../shared/digest.ts'
import type { ChangesLine, DigestAnswer } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'
import { kinds } from '../../shared/kinds.ts'
import { schemaVersion } from '../../shared/schema.ts'
import { a, remove, update } from './edits.ts'
import { engines } from './engines.ts'
import { last } from './lines.ts'
import { linesIn, openWorld, type Person } from './world.ts'

async function digestOf(
  person: Person,
  cursor: string,
  schema = String(schemaVersion(kinds)),
): Promise<DigestAnswer> {
  const response = await person.request(`/api/sync/digest?${new URLSearchParams({ cursor, schema })}`)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as DigestAnswer
}

const recordsIn = async (person: Person, buckets: string): Promise<ChangesLine[]> =>
  linesIn(await (await person.request(`/api/sync/records?buckets=${buckets}`)).text())

describe.each(engines)('The digest on $name', engine => {
  test('[DG1] [DG2] [DG3] of records that others write, and the records of some buckets', async () => {
    const world = await openWorld(engine)
    const eva = await world.person('editor')
    const device = await eva.made(a.device())
    const push = await eva.push(
      ...Array.from({ length: 300 }, (_, i) => a.recordB({ nama: `Ñ ${i}` })),
      a.recordA(device.id),
    )
    const records = push.results.flatMap(each => ('record' in each && each.record ? [each.record] : []))
    const lines = await eva.changes()
    const { cursor } = last(lines)
    const ofClient = (kindName: string): string[] => {
      const digest = new Digest(world.services.kinds.find(({ name }) => name === kindName)!)
      for (const line of lines)
        if (line.kind === kindName)
          digest.add({ ...line, fields: line.fields as Record<string, Fields[string][]> })
      return digest.buckets
    }
    const answer = await digestOf(eva, cursor)
    for (const { name } of world.services.kinds) expect(answer.kinds[name]).toEqual(ofClient(name))
    expect(await digestOf(eva, cursor, '1')).toEqual({ kinds: {} })

    const [changed, deleted] = records
    await eva.push(update(changed!, { nama: [changed!.fields['nama'], 'Lain'] }), remove(deleted!))
    const touched = new Set([changed!, deleted!].map(({ uid }) => bucketOf(uid)))
    const expected = ofClient('record_b').map((sum, bucket) => (touched.has(bucket) ? null : sum))
    expect((await digestOf(eva, cursor)).kinds['record_b']).toEqual(expected)

    const bucket = bucketOf(changed!.uid)
    const found = await recordsIn(eva, `record_b.${bucket},record_a.x,bukan.1`)
    const held = records.filter(({ kind, uid }) => kind === 'record_b' && uid !== deleted!.uid)
    expect(new Set(found.flatMap(line => line.uid))).toEqual(
      new Set(held.filter(({ uid }) => bucketOf(uid) === bucket).map(({ uid }) => uid)),
    )
    expect(found.flatMap(line => line.fields['nama'] ?? [])).toContain('Lain')
    expect(found.map(({ more }) => more)).toEqual([...found.slice(1).map(() => true), false])
    await expect(digestOf(eva, 'bukan')).rejects.toThrow('cursor_expired')
    expect(await recordsIn(eva, '')).toMatchObject([{ uid: [], more: false }])
    await world.close()
  })
})
