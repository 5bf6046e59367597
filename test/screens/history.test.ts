/** The history of a record on its page: with the server's word, and without it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Engine, RecordView } from '../../client/contract.ts'
import RecordDetail from '../../client/screens/record/RecordDetail.vue'
import { useSync } from '../../client/screens/stores/sync.ts'
import { useDesk } from '../../client/screens/stores/desk.ts'
import { AppError } from '../../shared/errors.ts'
import { kinds } from '../../shared/kinds.ts'
import { kindNamed } from '../../shared/metadata.ts'
import type { HistoryAnswer, HistoryEntry } from '../../shared/protocol.ts'
import { noForm } from '../support/drafts.ts'
import { recordA } from '../support/tables.ts'
import { buttonOf, filled, press, recordB, uid } from './forms.ts'
import { settle, type Stage, stage, type StageOptions } from './stage.ts'

beforeEach(() => vi.stubEnv('TZ', 'UTC'))
afterEach(() => vi.unstubAllEnvs())

const idOf = (number: number) => `00000000-0000-7000-8000-0000000000${String(number).padStart(2, '0')}`
const entry = (number: number, more: Partial<HistoryEntry>): HistoryEntry => ({
  ...{ id: idOf(number), version: number, by: 'eva', made: null, at: '2026-01-02T10:00:00.000Z' },
  ...{ before: null, after: null, ...more },
})
const told = (...entries: HistoryEntry[]): HistoryAnswer => ({ entries, titles: {}, next: null })

const prepare = async (engine: Engine) =>
  void (await engine.save({ ...noForm, kind: 'record_b', uid, fields: filled }))

async function opened(options: StageOptions = {}): Promise<Stage> {
  const on = await stage(RecordDetail, {
    prepare,
    props: { kind: recordB, uid, isBeside: false },
    ...options,
  })
  await press(on, options.language === 'id' ? 'Riwayat' : 'History')
  return on
}

const linesOf = ({ screen }: Stage) => screen.findAll('.lines li').map(line => line.text())
const answering = (answer: HistoryAnswer) => ({ history: () => Promise.resolve(answer) })

describe('The history of a record', () => {
  test('[HI1] is asked for when somebody opens it, and says who, when, and what became what', async () => {
    const before = { ...filled, nama: 'Lama' }
    const history = vi.fn(() =>
      Promise.resolve(
        told(
          entry(3, { by: 'ngurah.rai', before, after: filled }),
          entry(2, { before: null, after: before }),
          entry(1, { before }),
        ),
      ),
    )
    const on = await stage(RecordDetail, {
      prepare,
      props: { kind: recordB, uid, isBeside: false },
      ledger: { history },
    })
    expect(history).not.toHaveBeenCalled()
    await press(on, 'History')
    const [unsent, ...lines] = linesOf(on)
    expect(unsent).toMatch(/^sri brought it back To send/)
    expect(lines[0]).toMatch(/^ngurah.rai changed it Jan 2, 2026, 10:00NamawasLamais nowKantor Ñandú/)
    expect(lines[1]).toMatch(/^eva brought it back/)
    expect(lines[2]).toBe('eva deleted it Jan 2, 2026, 10:00')
    expect(on.screen.text()).toContain('Nothing older is known.')
  })

  test('[HI2] says when it was done, where that was long before it was received', async () => {
    const late = entry(2, { made: '2025-12-24T07:05:00.000Z', before: {}, after: filled })
    const soon = entry(1, { made: '2026-01-02T09:59:00.000Z', after: filled })
    const on = await opened({ ledger: answering(told(late, soon)), prepare: async () => {}, engine: settled })
    const times = on.screen.findAll('.lines time').map(time => time.text())
    expect(times).toEqual(['done Dec 24, 2025, 07:05 · received Jan 2, 2026, 10:00', 'Jan 2, 2026, 10:00'])
  })

  test('[HI1] speaks its reader’s language', async () => {
    const on = await opened({ language: 'id', ledger: answering(told(entry(1, { after: filled }))) })
    expect(linesOf(on)[1]).toMatch(/^eva menambahkannya/)
  })

  test('[MD4] masks a secret on both sides until somebody asks', async () => {
    const recordKind = kindNamed(kinds, 'record_a')!
    const [before, after] = [recordA({ passwd: 'sesame' }), recordA({ passwd: 'mellon' })]
    const on = await stage(RecordDetail, {
      props: { kind: recordKind, uid, isBeside: false },
      engine: { record: () => Promise.resolve({ ...view, kind: 'record_a', fields: after }) },
      ledger: answering(told(entry(2, { before, after }))),
    })
    await press(on, 'History')
    const line = on.screen.get('.lines li')
    expect(line.text()).toContain('••••')
    expect(line.html()).not.toMatch(/sesame|mellon/)
    await line.get('.reveal').trigger('click')
    expect(line.text()).toContain('sesame')
  })

  test('[HI1] shows what a reference was, by the titles that come along', async () => {
    const recordKind = kindNamed(kinds, 'record_a')!
    const on = await stage(RecordDetail, {
      props: { kind: recordKind, uid, isBeside: false },
      engine: { record: () => Promise.resolve({ ...view, kind: 'record_a', fields: recordA() }) },
      ledger: answering({
        ...told(entry(2, { before: recordA({ device_id: '10' }), after: recordA({ device_id: '9' }) })),
        titles: { device_id: { 9: 'Lobi', 10: 'Gerbang Ñ' } },
      }),
    })
    await press(on, 'History')
    expect(linesOf(on)[0]).toContain('DevicewasGerbang Ñis nowLobi')
  })

  test('[HI1] does not say of the last of a page that it was made, before it knows', async () => {
    const pages = [{ ...told(entry(3, { after: filled })), next: '3.0' }, told(entry(2, { before: filled }))]
    const history = vi.fn(() => Promise.resolve(pages.shift()!))
    const on = await opened({ ledger: { history }, engine: settled, prepare: async () => {} })
    expect(linesOf(on)).toEqual([])
    await press(on, 'Show earlier changes')
    expect(linesOf(on)).toHaveLength(2)
    expect(linesOf(on)[0]).not.toContain('added')
  })

  test('[HI1] goes on with earlier changes', async () => {
    const pages = [
      { ...told(entry(3, { before: { ...filled, nama: 'b' }, after: filled })), next: '3.0' },
      told(entry(2, { after: { ...filled, nama: 'b' } })),
    ]
    const history = vi.fn(() => Promise.resolve(pages.shift()!))
    const on = await opened({ ledger: { history }, engine: settled, prepare: async () => {} })
    expect(linesOf(on)).toHaveLength(1)
    await press(on, 'Show earlier changes')
    expect(history).toHaveBeenLastCalledWith('record_b', uid, '3.0')
    expect(linesOf(on)).toHaveLength(2)
    expect(buttonOf(on, 'Show earlier changes')).toBeUndefined()
  })

  test('[HI5] without the server is what was done here, and says so; then it is asked again', async () => {
    let isDown = true
    const ledger = {
      history: () =>
        isDown
          ? Promise.reject(new AppError('unreachable'))
          : Promise.resolve(told(entry(1, { after: filled }))),
    }
    const on = await opened({ ledger })
    expect(on.screen.get('.lines [role=status]').text()).toContain('only what you did here')
    expect(linesOf(on)).toHaveLength(1)
    expect(linesOf(on)[0]).toMatch(/^sri added it To send/)
    await press(on, 'Try again')
    expect(linesOf(on)).toHaveLength(1)
    isDown = false
    const sync = useSync()
    sync.status = { ...sync.status!, connectedAt: 1 }
    await settle()
    expect(on.screen.find('.lines [role=status]').exists()).toBe(false)
    expect(linesOf(on)).toHaveLength(2)
  })
})

const view: RecordView = {
  ...{ kind: 'record_b', uid, id: '7', version: 9, state: 'settled', fields: filled, by: 'eva', at: '' },
  ...{ titles: {}, marks: {}, found: {}, references: {}, changedAt: null, since: 0 },
}
const settled: Partial<Engine> = { record: () => Promise.resolve(view) }

describe('Back to an earlier change', () => {
  const was = { ...filled, nama: 'Lama', pt: 'X' }
  const ledger = answering(told(entry(2, { before: was, after: filled }), entry(1, { after: was })))

  test('[HI6] [UI25] sets what differs, as an edit, and can be undone', async () => {
    const on = await opened({ ledger })
    expect(on.screen.findAll('.return')).toHaveLength(1)
    await on.screen.get('.return').trigger('click')
    await settle()
    expect((await on.engine.record('record_b', uid))?.fields).toEqual(was)
    expect(useDesk().toast?.text).toBe('Lama is again as it was, Jan 2, 2026, 10:00')
    expect(document.activeElement?.className).toBe('lines')
    useDesk().undo()
    await settle()
    expect((await on.engine.record('record_b', uid))?.fields).toEqual(filled)
  })

  test('[HI6] what cannot be any more is said, and nothing is saved', async () => {
    const save = vi.fn(() =>
      Promise.resolve({ outcome: 'invalid' as const, issues: [{ field: 'pt', code: 'too_long' }] }),
    )
    const on = await opened({ ledger, prepare: async () => {}, engine: { ...settled, save } })
    await on.screen.get('.return').trigger('click')
    await settle()
    expect(useDesk().toast).toMatchObject({ tone: 'alert', text: expect.stringContaining('any more') })
  })

  test('[UI7] is not offered to viewers', async () => {
    const on = await opened({ ledger, role: 'viewer' })
    expect(linesOf(on).length).toBeGreaterThan(1)
    expect(on.screen.find('.return').exists()).toBe(false)
  })

  test('[HI6] is not offered beside an open question', async () => {
    const record = () => Promise.resolve({ ...view, state: 'conflict' as const })
    const on = await opened({ ledger, prepare: async () => {}, engine: { record } })
    expect(on.screen.find('.return').exists()).toBe(false)
  })
})
