/** What export writes, import reads back as it is here. */
import { describe, expect, test } from 'vitest'
import type { FileFormat } from '../../client/contract.ts'
import { kinds } from '../../shared/kinds.ts'
import { fillable } from '../../shared/metadata.ts'
import { compare, readText, rowsOf, withPeople } from '../support/importing.ts'
import { make, online, outOfReach } from '../support/people.ts'
import { everything, recordA, recordB } from '../support/tables.ts'

describe('What export writes', () => {
  const nasty = [
    '=1+1',
    "'@x",
    '007',
    '1e5',
    ' ',
    'é"\n;,\t🌋',
    'true',
    '#12',
    '2026-01-05',
    '_x0041_',
    "''='",
  ]
  const formats: FileFormat[] = ['csv', 'xlsx', 'json']
  const table = kinds.flatMap(kind => formats.map(format => [kind.name, format, kind] as const))

  test.each(table)(
    '[IM2] of %s as %s is read back as unchanged, ids included',
    async (name, format, kind) => {
      const { ani, device_id } = await withPeople()
      const isPlace = name === 'site' || name === 'device'
      for (const [index, text] of nasty.entries()) {
        const value = text.trim() === '' ? 'x' : text
        if (isPlace) await make(ani, 100 + index, { name: value }, name)
        if (name === 'record_a')
          await make(
            ani,
            100 + index,
            recordA({ device_id, pin: `${index}`, name: value, card: value }),
            name,
          )
        if (name === 'record_b') await make(ani, 100 + index, recordB({ nama: value }))
      }
      await online(ani)
      await outOfReach(ani)
      await make(
        ani,
        200,
        isPlace ? { name: 'Baru' } : name === 'record_a' ? recordA({ device_id }) : recordB(),
        name,
      )
      const fields = ['id', ...fillable(kind).map(field => field.name)]
      const labels = Object.fromEntries(kind.fields.map(field => [field.name, field.label.id]))
      const answer = await ani.tab.engine.exportFile({
        ...{ kind: name, query: everything, fields, format, hasMark: true },
        words: { labels, yes: 'Ya', no: 'Tidak' },
      })
      if (answer.outcome === 'failed') throw new Error(answer.fault)
      const { plan } = await readText(ani, answer.file, name)
      expect(plan.keys).toEqual(['id'])
      const { counts } = await compare(ani, plan)
      expect(await rowsOf(ani, 'changed', 'refused', 'added')).toEqual([])
      expect(counts).toMatchObject({ unchanged: answer.count })
    },
  )
})
