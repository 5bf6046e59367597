/** Twenty situations, each with an answer that may be cut: ten pushes and ten pulls. */
import type { Tab } from '../support/profile.ts'
import { recordA, recordB } from '../support/tables.ts'
import type { Fields } from '../../shared/record.ts'

/** Two people who share a server; `ani`'s wire is the one that is cut. */
export interface Stage {
  ani: Tab
  budi: Tab
}

export interface Act {
  name: string
  path: '/api/sync/push' | '/api/sync/changes'
  /** Ends when ani's next sync will get the answer in question. */
  prepare(stage: Stage): Promise<void>
}

/** What a form of a new record hands over beside what was typed. */
const newForm = { seen: null, since: 0, asked: null, draft: null }

async function make({ engine }: Tab, fields: Fields, kind = 'record_b'): Promise<string> {
  const uid = await engine.newUid()
  const saved = await engine.save({ ...newForm, kind, uid, fields })
  if (saved.outcome !== 'saved') throw new Error(JSON.stringify(saved))
  return uid
}

async function edit({ engine }: Tab, uid: string, nama: string): Promise<void> {
  const record = await engine.record('record_b', uid)
  const { fields: seen = null, since = 0 } = record ?? {}
  await engine.save({
    ...newForm,
    kind: 'record_b',
    uid,
    seen,
    since,
    fields: { ...recordB(), ...seen, nama },
  })
}

async function makeMany(tab: Tab, count: number, nama: string): Promise<void> {
  for (let i = 0; i < count; i++) await make(tab, recordB({ nama: `${nama} ${i}` }))
}

async function makePair(tab: Tab): Promise<void> {
  const device = await make(tab, { name: 'Gerbang Sélatan 🏠' }, 'device')
  await make(tab, recordA({ device_id: { uid: device } }), 'record_a')
}

/** A record that both have. */
async function shared({ ani, budi }: Stage, nama: string): Promise<string> {
  const uid = await make(ani, recordB({ nama }))
  await ani.sync()
  await budi.sync()
  return uid
}

const mine: [name: string, does: (stage: Stage) => Promise<unknown>][] = [
  ['one record', ({ ani }) => make(ani, recordB())],
  ['a Device', ({ ani }) => make(ani, { name: 'D' }, 'device')],
  ['a Device and somebody on it', ({ ani }) => makePair(ani)],
  ['five records', ({ ani }) => makeMany(ani, 5, 'Gudang')],
  ['emoji', ({ ani }) => make(ani, recordB({ nama: '👩‍👩‍👧'.repeat(12) }))],
  ['an edit', async stage => edit(stage.ani, await shared(stage, 'Lama'), 'Baru')],
  [
    'two edits',
    async stage => {
      const uid = await shared(stage, 'Lama')
      await edit(stage.ani, uid, 'Baru')
      await edit(stage.ani, uid, 'Baru sekali')
    },
  ],
  ['a deletion', async stage => stage.ani.engine.remove('record_b', await shared(stage, 'Pergi'))],
  [
    'a conflict',
    async stage => {
      const uid = await shared(stage, 'Lama')
      await edit(stage.budi, uid, 'Punya Budi')
      await stage.budi.sync()
      await edit(stage.ani, uid, 'Punya Ani')
    },
  ],
  [
    'an edit of what is gone',
    async stage => {
      const uid = await shared(stage, 'Lama')
      await stage.budi.engine.remove('record_b', uid)
      await stage.budi.sync()
      await edit(stage.ani, uid, 'Masih ada?')
    },
  ],
]

const theirs: [name: string, does: (stage: Stage) => Promise<unknown>][] = [
  ['nothing new', async () => {}],
  ['one record', ({ budi }) => make(budi, recordB())],
  ['ten records', ({ budi }) => makeMany(budi, 10, 'Dari Budi')],
  ['a Device and somebody on it', ({ budi }) => makePair(budi)],
  ['emoji', ({ budi }) => make(budi, recordB({ nama: '🙂'.repeat(60) }))],
  ['an edit', async stage => edit(stage.budi, await shared(stage, 'Lama'), 'Baru')],
  ['a deletion', async stage => stage.budi.engine.remove('record_b', await shared(stage, 'Pergi'))],
  [
    'records of three kinds',
    async ({ budi }) => {
      await makePair(budi)
      await make(budi, recordB())
    },
  ],
  [
    'an edit beside mine',
    async stage => {
      const uid = await shared(stage, 'Lama')
      await edit(stage.budi, uid, 'Baru')
      await stage.ani.engine.save({
        ...newForm,
        kind: 'record_b',
        uid,
        since: (await stage.ani.engine.record('record_b', uid))?.since ?? 0,
        seen: recordB({ nama: 'Lama' }),
        fields: recordB({ nama: 'Lama', pt: 'X' }),
      })
    },
  ],
  [
    'a deletion and a record',
    async stage => {
      await stage.budi.engine.remove('record_b', await shared(stage, 'Pergi'))
      await make(stage.budi, recordB({ nama: 'Datang' }))
    },
  ],
]

export const acts: readonly Act[] = [
  ...mine.map(([name, prepare]): Act => ({
    name: `push: ${name}`,
    path: '/api/sync/push',
    prepare: async stage => void (await prepare(stage)),
  })),
  ...theirs.map(([name, prepare]): Act => ({
    name: `changes: ${name}`,
    path: '/api/sync/changes',
    async prepare(stage) {
      await prepare(stage)
      await stage.budi.sync()
    },
  })),
]
