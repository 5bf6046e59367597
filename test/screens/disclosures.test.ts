/** What somebody has had shown, or taken, that the lock protects: noted, kept, and told once. */
import { expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import FieldDisplay from '../../client/screens/fields/FieldDisplay.vue'
import { showsRecord } from '../../client/screens/fields/useReveal.ts'
import { useDisclosures } from '../../client/screens/stores/disclosures.ts'
import { useSession } from '../../client/screens/stores/session.ts'
import { useSync } from '../../client/screens/stores/sync.ts'
import { keepTelling } from '../../client/screens/tell-browser.ts'
import type { BrowserTold } from '../../shared/browsers.ts'
import { keptDisclosures } from '../../shared/disclosures.ts'
import { AppError } from '../../shared/errors.ts'
import { kinds } from '../../shared/kinds.ts'
import { fieldNamed, kindNamed } from '../../shared/metadata.ts'
import { settle, stage } from './stage.ts'

const passwd = fieldNamed(kindNamed(kinds, 'record_a')!, 'passwd')!
const at = '2026-01-05T08:30:00.000Z'
const shown = { what: 'secret_shown', at, kind: 'record_a', uid: 'u1', field: 'passwd' } as const

const page = defineComponent(() => {
  showsRecord(() => ({ kind: 'record_a', uid: 'u1' }))
  return () => h(FieldDisplay, { field: passwd, value: 'rahasia', canReveal: true })
})

async function open() {
  const on = await stage(page, {})
  await useSession().open()
  await settle()
  const press = async () => {
    await on.screen.get('button').trigger('click')
    await settle()
  }
  const kept = async () => {
    const opened = await on.engine.open({ userId: 'user-1', language: { locale: 'en', yes: '', no: '' } })
    return opened.outcome === 'open' ? opened.notes['disclosures'] : opened
  }
  return { ...on, press, kept, disclosures: useDisclosures() }
}

test('[AU6] a secret that is shown is noted on the disk, once however often it is hidden and shown', async () => {
  const { press, kept } = await open()
  for (let time = 0; time < 3; time++) await press()
  expect(await kept()).toEqual({ told: [shown], more: 0 })
})

test('[AU6] so is unsent work that is taken; of very many their number', async () => {
  const { disclosures, kept } = await open()
  disclosures.add({ what: 'unsent_taken' })
  for (let uid = 0; uid <= keptDisclosures; uid++)
    disclosures.add({ what: 'secret_shown', kind: 'record_a', uid: `u${uid}`, field: 'passwd' })
  await vi.waitFor(
    async () => {
      const { told, more } = (await kept()) as { told: unknown[]; more: number }
      expect([told[0], told.length, more]).toEqual([{ what: 'unsent_taken', at }, keptDisclosures, 2])
    },
    { timeout: 20_000 },
  )
})

test('[AU6] it is told once: what fails is told the next time, and what came meanwhile is kept', async () => {
  const { engine, press, disclosures, kept } = await open()
  const sync = useSync()
  sync.status = { ...sync.status!, lastSyncedAt: 1 }
  const calls: BrowserTold[] = []
  const tell = vi.fn(async (told: BrowserTold) => {
    calls.push(told)
    if (calls.length === 1) throw new AppError('unreachable')
    if (calls.length === 2) disclosures.add({ what: 'unsent_taken' })
    return []
  })
  keepTelling({
    ...{ engine, kinds, app: '0', touchPoints: 0, now: () => 0, after: () => () => {} },
    browsers: { tell } as never,
  })
  await press()
  disclosures.add({ what: 'secret_shown', kind: 'record_a', uid: 'u2', field: 'passwd' })
  await settle()
  await settle()
  expect(
    calls.map(({ disclosed }) => disclosed?.map(each => ('uid' in each ? each.uid : each.what))),
  ).toEqual([['u1'], ['u1', 'u2'], ['unsent_taken']])
  expect(await kept()).toEqual({ told: [], more: 0 })
})
