/** What the records of a kind come to: every bar counts what its list finds. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Bar, type Overview, standings } from '../../client/contract-overview.ts'
import { make, online, type Person, twoEditors } from '../support/people.ts'
import { everything, recordA, uid } from '../support/tables.ts'

const today = '2026-03-01'
let ani: Person
let gate = ''

async function overview(kind = 'record_a', day = today): Promise<Overview> {
  const answer = await ani.tab.engine.overview(kind, day)
  if (answer.outcome === 'failed') throw new Error(answer.fault)
  return answer.overview
}

async function bars(field: string, of?: string): Promise<Bar[]> {
  const { pictures } = await overview()
  return pictures.find(each => each.field === field && (!of || each.of === of))?.bars ?? []
}

async function found({ filters }: Bar, kind = 'record_a'): Promise<number> {
  return (await ani.tab.engine.query(kind, { ...everything, filters }, 0, 0)).total
}

const dates = (start: string | null, end: string | null) =>
  ({ start_datetime: start, end_datetime: end }) as { start_datetime: string; end_datetime: string }

/** Two Devices, sent, with records sent and not; one of the Devices has no id yet. */
beforeAll(async () => {
  ;({ ani } = await twoEditors())
  await make(ani, 1, { name: 'Gerbang é' }, 'device')
  await online(ani)
  gate = (await ani.tab.engine.record('device', uid(1)))?.id ?? ''
  const spans = [
    dates('2020-01-01T00:00:00', '2026-02-28T23:59:59'),
    dates('2026-03-01T08:00:00', '2026-03-01T23:59:59'),
    dates('2026-03-01T23:59:59', '2026-03-31T23:59:59'),
    dates('0001-01-01T00:00:00', '2026-04-01T00:00:00'),
    dates('2026-03-02T00:00:00', '9999-12-31T23:59:59'),
    // It ends before it begins.
    dates('2027-01-01T00:00:00', '2025-01-01T00:00:00'),
  ]
  for (const [at, span] of spans.entries())
    await make(
      ani,
      10 + at,
      recordA({ device_id: gate, pin: String(at), verify: at % 2 === 0, ...span }),
      'record_a',
    )
  await online(ani)
  ani.network.isDown = true
  await make(ani, 2, { name: 'Pintu' }, 'device')
  await make(
    ani,
    30,
    recordA({ device_id: { uid: uid(2) } as never, pin: '30', verify: true, ...spans[0] }),
    'record_a',
  )
  await make(ani, 31, recordA({ device_id: gate, pin: '31', verify: false, ...spans[4] }), 'record_a')
})

describe('An overview', () => {
  test('[OV2] each bar holds as many records as the list that it opens', async () => {
    const { pictures } = await overview()
    expect(pictures.map(({ of, field }) => [of, field])).toEqual([
      ['reference', 'device_id'],
      ['standing', 'end_datetime'],
      ['boolean', 'verify'],
      ['days', 'changed_at'],
    ])
    for (const bar of pictures.flatMap(picture => picture.bars))
      expect([bar.name, await found(bar)]).toEqual([bar.name, bar.count])
  })

  test('[OV3] counts references by the record that they name, the most first, with unsent work', async () => {
    const shown = (await bars('device_id')).map(({ name, title, count }) => [name, title, count])
    expect(shown).toEqual([
      [gate, 'Gerbang é', 7],
      [uid(2), 'Pintu', 1],
    ])
  })

  test('[OV4] each record stands in one of four ways as of today', async () => {
    const counts = (await bars('end_datetime')).map(({ name, count }) => [name, count])
    expect(counts).toEqual([
      ['valid', 1],
      ['ending', 2],
      ['later', 2],
      ['ended', 3],
    ])
    expect(counts.map(([name]) => name)).toEqual([...standings])
  })

  test('[OV3] yes and no', async () => {
    expect((await bars('verify')).map(({ name, count }) => [name, count])).toEqual([
      ['true', 4],
      ['false', 4],
    ])
  })

  test('[OV5] the past thirty days, in order, with those of the server’s changes', async () => {
    const { at = '' } = (await ani.tab.engine.record('record_a', uid(10))) ?? {}
    const day = new Date(at)
    const local = `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`
    const { pictures } = await overview('record_a', local)
    const days = pictures.at(-1)?.bars ?? []
    expect(days).toHaveLength(30)
    expect(days.map(({ name }) => name)).toEqual(days.map(({ name }) => name).sort())
    expect([days.at(-1)?.name, days.at(-1)?.count]).toEqual([local, 6])
    for (const bar of days) expect([bar.name, await found(bar)]).toEqual([bar.name, bar.count])
  })

  test('[OV1] of a kind without dates and references there is less to see', async () => {
    const { all, pictures } = await overview('site')
    expect([all, pictures.map(({ of }) => of)]).toEqual([0, ['days']])
    expect(await overview('record_b')).toMatchObject({ all: 0 })
  })

  test('[OV3] beyond twelve, the rest is one bar', async () => {
    for (let at = 0; at < 14; at++) {
      await make(ani, 100 + at, { name: `Pos ${at}` }, 'device')
      await make(
        ani,
        200 + at,
        recordA({ device_id: { uid: uid(100 + at) } as never, pin: `p${at}` }),
        'record_a',
      )
    }
    const shown = await bars('device_id')
    expect(shown).toHaveLength(13)
    expect(shown.at(-1)).toMatchObject({ name: 'others', count: 4 })
    for (const bar of shown) expect([bar.name, await found(bar)]).toEqual([bar.name, bar.count])
  })
})
