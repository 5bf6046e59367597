/** Demo data: valid, repeatable, and plausible enough to try the app on. */
import { describe, expect, test } from 'vitest'
import { demoMutations } from '../../server/demo/generate.ts'
import { isUid } from '../../shared/fields.ts'
import { kinds } from '../../shared/kinds.ts'
import type { Field, Kinds } from '../../shared/metadata.ts'
import { Mutation } from '../../shared/protocol.ts'
import { issuesOfFields } from '../../shared/record.ts'

const options = { seed: '1', counts: { site: 3, device: 7, record_a: 400, record_b: 60 } }
const all = [...demoMutations(kinds, options)]

function creations(kind: string) {
  return all.flatMap(mutation => (mutation.kind === kind && mutation.op === 'create' ? [mutation] : []))
}

describe('Demo data', () => {
  test('[DM1] every record passes the checks of its kind', () => {
    for (const kind of kinds)
      for (const mutation of creations(kind.name)) {
        expect(issuesOfFields(kind, mutation.fields)).toEqual([])
        expect(Mutation.safeParse(mutation).success).toBe(true)
      }
    expect(all.length).toBe(470)
  })

  test('[DM2] the same seed gives the same mutations, another seed shares none', () => {
    expect([...demoMutations(kinds, options)]).toEqual(all)
    const ids = new Set(all.flatMap(mutation => [mutation.id, mutation.uid]))
    expect(ids.size).toBe(all.length * 2)
    for (const other of demoMutations(kinds, { ...options, seed: '2' })) {
      expect(ids.has(other.id)).toBe(false)
      expect(ids.has(other.uid)).toBe(false)
    }
  })

  test('[DM2] asking for more records keeps those that were there', () => {
    const more = [...demoMutations(kinds, { ...options, counts: { ...options.counts, record_a: 500 } })]
    expect(more.slice(0, 410)).toEqual(all.slice(0, 410))
  })

  test('[DM1] references name records of the same set, made before', () => {
    const devices = new Set(creations('device').map(mutation => mutation.uid))
    const used = new Set(
      creations('record_a').map(mutation => (mutation.fields.device_id as { uid: string }).uid),
    )
    expect(used).toEqual(devices)
    expect(all.findIndex(mutation => mutation.kind === 'record_a')).toBe(
      creations('site').length + devices.size,
    )
    expect([...devices].every(uid => isUid(uid))).toBe(true)
  })

  test('[DM1] a Device stands in a site of the city that its name says, and in none where there are none', () => {
    const names = new Map(creations('site').map(({ uid, fields }) => [uid, String(fields['name'])]))
    for (const { fields } of creations('device')) {
      const { uid } = fields['site_id'] as { uid: string }
      expect(fields['name']).toContain(names.get(uid))
    }
    const [alone] = [...demoMutations(kinds, { seed: '1', counts: { device: 1 } })]
    expect(alone).toMatchObject({ kind: 'device', fields: { site_id: null } })
  })

  test('[DM1] no two sites have one name', () => {
    const sites = [...demoMutations(kinds, { seed: '1', counts: { site: 200 } })]
    const names = sites.map(mutation => mutation.op === 'create' && mutation.fields['name'])
    expect(new Set(names).size).toBe(200)
  })

  test('[DM1] it holds what real data holds: leading zeros, accents, ends after starts', () => {
    const people = creations('record_a').map(mutation => mutation.fields as Record<string, string>)
    expect(people.some(person => person.pin!.startsWith('0'))).toBe(true)
    expect(people.every(person => /^00\d{8}$/.test(person.card!))).toBe(true)
    expect(people.some(person => /[éë]/.test(person.name!))).toBe(true)
    expect(people.every(person => person.start_datetime! < person.end_datetime!)).toBe(true)
  })

  test('[MD2] a field it has never heard of is filled by its type', () => {
    const extra: Field = {
      ...kinds[3]!.fields[1]!,
      name: 'catatan',
      base: { type: 'string', length: 3 },
      validation: { required: true, type: 'string', max: 3 },
    }
    const grown: Kinds = [{ ...kinds[3]!, fields: [...kinds[3]!.fields, extra] }]
    const [mutation] = [...demoMutations(grown, { seed: '1', counts: { record_b: 1 } })]
    expect(mutation!.op === 'create' && issuesOfFields(grown[0]!, mutation!.fields)).toEqual([])
  })
})
