/** The lock where several tabs are open: what one knows of it the others do not undo, whatever their pages do. */
import { describe, expect, test } from 'vitest'
import type { EngineEvent } from '../../client/contract.ts'
import { machineTurns, passphrase, protectedBy, start } from '../support/locked.ts'
import { noForm } from '../support/people.ts'
import { Profile } from '../support/profile.ts'
import { recordB, uid } from '../support/tables.ts'

const key = { passphrase }
const wrong = { key: { passphrase: 'ini salah sekali' } }
const minuteMs = 60_000
const terms = { lockAfterMinutes: 10, offlineDays: 30 }
const save = (number: number) => ({ ...noForm, kind: 'record_b', uid: uid(number), fields: recordB() })

async function twoTabs() {
  const profile = new Profile()
  const first = await protectedBy(profile)
  const second = start(profile)
  const heard: string[] = []
  await second.engine.subscribe(({ type }: EngineEvent) => heard.push(type))
  expect(await second.open({ terms })).toMatchObject({ outcome: 'open' })
  return { profile, first, second, heard }
}

/** What was to happen after so long happens now. */
async function pass(profile: Profile, milliseconds: number): Promise<void> {
  for (const timer of [...profile.timers]) {
    if (timer.milliseconds !== milliseconds) continue
    profile.timers.delete(timer)
    timer.call()
  }
  await machineTurns(40)
}
const graceMs = 12_000
const lookMs = 10_000

describe('A tab whose page does not hear the lock', () => {
  test('[LK10] gives its key to nobody from then on, and whoever types is answered by what they type', async () => {
    const { profile, first } = await twoTabs()
    profile.say('lock')
    await first.engine.lock()
    expect(await start(profile).open()).toMatchObject({ outcome: 'locked', lock: { tries: 0 } })
    expect(await start(profile).open(wrong)).toMatchObject({ outcome: 'locked', lock: { tries: 1 } })
  })

  test('[LK10] whose key is of another database, or of nobody, is not believed', async () => {
    const profile = new Profile()
    await (await protectedBy(profile)).engine.close()
    const world = profile.world([])
    const trap = await world.sealing.keyOf(new Uint8Array(32).fill(7))
    world.keysOf('ani').offer({ name: 'records:ani', locked: 0, key: trap }, () => true)
    expect(await start(profile).open()).toMatchObject({ outcome: 'locked' })
  })

  test('[LK10] that did not hear it at all has a key of before, which opens nothing', async () => {
    const { profile, first } = await twoTabs()
    await first.engine.lock()
    expect(await start(profile).open()).toMatchObject({ outcome: 'locked' })
  })

  test('[LK3] [LK10] has nothing open a moment later', async () => {
    const { profile, first, second, heard } = await twoTabs()
    profile.say('lock')
    await first.engine.lock()
    await machineTurns(40)
    expect(heard).toContain('locking')
    expect(await second.engine.status()).toMatchObject({ unsent: 0 })
    await pass(profile, graceMs)
    expect(heard).toContain('locked')
    await expect(second.engine.status()).rejects.toThrow()
  })

  test('[LK3] keeps open what cannot be kept, and is asked again', async () => {
    const { profile, second, heard } = await twoTabs()
    profile.say('lock')
    await machineTurns(40)
    await second.engine.stayOpen()
    await pass(profile, graceMs)
    expect(await second.engine.status()).toMatchObject({ unsent: 0 })
    profile.say('lock')
    await machineTurns(40)
    expect(heard.filter(type => type === 'locking')).toHaveLength(2)
  })
})

describe('A tab that is opening', () => {
  test('[LK10] when it is locked is locked', async () => {
    const { profile, first, second } = await twoTabs()
    const third = start(profile)
    const opening = third.open()
    profile.say('lock')
    await Promise.all([first.engine.lock(), second.engine.close()])
    expect(await opening).toMatchObject({ outcome: 'locked' })
  })

  test('[LK10] by its passphrase, too', async () => {
    const profile = new Profile()
    await (await protectedBy(profile)).engine.close()
    const opening = start(profile).open({ key })
    profile.say('lock')
    expect(await opening).toMatchObject({ outcome: 'locked' })
  })
})

describe('A worker looks at the clock by itself', () => {
  test('[LK3] and locks after the minutes of the policy, which a touch begins anew', async () => {
    const { profile, second, heard } = await twoTabs()
    profile.now += 9 * minuteMs
    profile.say('touched')
    profile.now += 9 * minuteMs
    await pass(profile, lookMs)
    expect(heard).not.toContain('locking')
    profile.now += 2 * minuteMs
    await pass(profile, lookMs)
    expect(heard).toContain('locking')
    await pass(profile, graceMs)
    await expect(second.engine.status()).rejects.toThrow()
  })

  test('[LK3] the first touch after a long time counts for nothing, and nobody has the key then', async () => {
    const { profile, first, heard } = await twoTabs()
    await first.engine.close()
    profile.now += 12 * 60 * minuteMs
    expect(await start(profile).open()).toMatchObject({ outcome: 'locked' })
    profile.say('touched')
    await machineTurns(40)
    expect(heard).toContain('locking')
  })
})

describe('Tries in many tabs at once', () => {
  test('[LK4] are one after the other, and each counts', async () => {
    const profile = new Profile()
    await (await protectedBy(profile)).engine.close()
    const answers = await Promise.all(Array.from({ length: 6 }, () => start(profile).open(wrong)))
    const wrongs = answers.filter(answer => answer.outcome === 'locked' && answer.lock.isWrong)
    // Then there is a pause.
    expect([wrongs.length, answers.length]).toEqual([3, 6])
    expect(await start(profile).open()).toMatchObject({ outcome: 'locked', lock: { tries: 3 } })
  })
})

describe('A clock that was ahead when somebody tried', () => {
  test('[LK4] keeps its person out for one pause, not until that date', async () => {
    const profile = new Profile()
    await (await protectedBy(profile)).engine.close()
    const { now } = profile
    profile.now += 365 * 24 * 60 * minuteMs
    for (const tries of [1, 2, 3]) expect(await start(profile).open(wrong)).toMatchObject({ lock: { tries } })
    profile.now = now
    expect(await start(profile).open({ key })).toMatchObject({ outcome: 'locked' })
    profile.now += 5_000
    expect(await start(profile).open({ key })).toMatchObject({ outcome: 'open' })
  })
})

test('[LK10] two tabs that protect at one moment: the second is told that its passphrase is not the one', async () => {
  const profile = new Profile()
  const other = { passphrase: 'yang lain sekali', isPassword: false }
  const answers = await Promise.all([
    start(profile).open({ protect: { passphrase, isPassword: false } }),
    start(profile).open({ protect: other }),
  ])
  expect(answers).toMatchObject([{ outcome: 'open' }, { outcome: 'locked', lock: { isWrong: true } }])
})

describe('A lock that is taken off and put on again', () => {
  test('[LK5] [LK10] while another tab is open takes no key of before from it: nothing saved is lost', async () => {
    const profile = new Profile()
    const first = start(profile)
    const protect = { passphrase, isPassword: false }
    await first.open({ policy: 'offered', protect })
    const second = start(profile)
    expect(await second.open({ policy: 'offered' })).toMatchObject({ outcome: 'open', isLocked: true })
    await first.engine.changeLock({ change: 'take off', passphrase })
    await first.engine.close()
    const next = { passphrase: 'yang baru sekali', isPassword: false }
    expect(await first.open({ policy: 'offered', protect: next })).toMatchObject({ outcome: 'open' })
    expect(await first.engine.save(save(1))).toMatchObject({ outcome: 'saved' })
    await first.engine.close()
    expect(await start(profile).open({ policy: 'offered' })).toMatchObject({ outcome: 'locked' })
    await second.engine.close()
    const { open, engine } = start(profile)
    expect(await open({ policy: 'offered', key: next })).toMatchObject({ outcome: 'open' })
    expect(await engine.status()).toMatchObject({ unsent: 1, unreadable: 0 })
  })
})
