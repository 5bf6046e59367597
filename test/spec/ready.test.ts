/** When the Ready screen says *ready*, and what it names first when it does not. */
import { describe, expect, test } from 'vitest'
import type { SyncStatus } from '../../client/contract.ts'
import {
  type Check,
  checksOf,
  enoughBytes,
  type Facts,
  verdictOf,
} from '../../client/screens/views/ready/checks.ts'
import { enReady } from '../../client/screens/words/en-ready.ts'
import { calm, now } from '../screens/statuses.ts'

const dayMs = 86_400_000
const good: Facts = {
  now,
  status: { ...calm, connectedAt: now - 1000 },
  isExpired: false,
  app: 'ready',
  server: { isSignedIn: true, endsAt: now + 30 * dayMs, aheadMs: -400 },
  safePlace: null,
  isPersisted: true,
  wasRefused: false,
  freeBytes: 2 * enoughBytes,
  install: { isInstalled: true, hasOffer: false, way: 'menu' },
}
type Change = Partial<Omit<Facts, 'status'>> & { status?: Partial<SyncStatus> | null }

function factsWith(...changes: Change[]): Facts {
  return changes.reduce<Facts>((facts, { status, ...rest }) => {
    const next =
      status === undefined ? facts.status : status && facts.status && { ...facts.status, ...status }
    return { ...facts, ...rest, status: next }
  }, good)
}

const named = ({ subject, state }: Pick<Check, 'subject' | 'state'>) => `${subject} ${state}`
const verdictWith = (...changes: Change[]) => verdictOf(checksOf(factsWith(...changes)))
const isAway = { connectedAt: null }

/** What holds somebody up, the gravest in front, what it is called, and what can be pressed. */
const grave: [name: string, acts: string[], change: Change][] = [
  ['work fault', [], { status: { fault: 'quota' } }],
  ['work damaged', ['sync'], { status: { isDamaged: true } }],
  ['app storing', [], { app: 'storing' }],
  ['app unreachable', ['retry'], { app: 'unreachable' }],
  ['app full', ['retry'], { app: 'full' }],
  ['app forbidden', ['retry'], { app: 'forbidden' }],
  ['account ended', ['signIn'], { isExpired: true }],
  ['account ended', ['signIn'], { status: { blockedOn: 'sign-in' } }],
  ['account ended', ['signIn'], { server: { isSignedIn: false, endsAt: null, aheadMs: 0 } }],
  ['records arriving', [], { status: { isComplete: false, lastSyncedAt: null, state: 'running' } }],
  ['records never', ['sync'], { status: { isComplete: false, lastSyncedAt: null, ...isAway } }],
  ['records old', ['sync'], { status: { lastSyncedAt: now - dayMs, ...isAway } }],
  ['records old', ['sync'], { status: { lastSyncedAt: now - dayMs, error: 'internal' } }],
  ['sending held', ['look'], { status: { blockedOn: 'upgrade' } }],
  ['sending held', ['look'], { status: { blockedOn: 'permission' } }],
  ['sending held', ['look'], { status: { state: 'blocked' } }],
  ['protection week', [], { safePlace: 'home-screen' }],
  ['protection week', [], { safePlace: 'dock', isPersisted: true }],
  ['space short', [], { freeBytes: enoughBytes - 1 }],
]

/** What would only be better. */
const advice: [name: string, acts: string[], change: Change][] = [
  ['work unreadable', ['look'], { status: { unreadable: 2 } }],
  ['sending waiting', ['sync', 'file'], { status: { unsent: 3, oldestUnsentAt: now, ...isAway } }],
  ['protection loose', ['protect'], { isPersisted: false }],
  ['protection refused', ['protect'], { isPersisted: false, wasRefused: true }],
  ['questions open', ['answer'], { status: { attention: 1 } }],
  ['clock ahead', [], { server: { isSignedIn: true, endsAt: now, aheadMs: 300_000 } }],
  ['clock behind', [], { server: { isSignedIn: true, endsAt: now, aheadMs: -300_000 } }],
]

describe('Ready for the field', () => {
  test('[UI100] is whoever has everything here, whether the server answers or not', () => {
    for (const change of [{}, { status: isAway }, { status: isAway, server: null }])
      expect(verdictWith(change)).toEqual({ word: 'ready', first: null, more: 0 })
  })

  test.each(grave)('[UI100] not with: %s', (name, acts, change) => {
    const { word, first, more } = verdictWith(change)
    expect([word, first && named(first), first?.acts, more]).toEqual(['notYet', name, acts, 0])
  })

  test.each(advice)('[UI100] all the same with, and said: %s', (name, acts, change) => {
    const { word, first } = verdictWith(change)
    expect([word, first && named(first), first?.acts]).toEqual(['ready', name, acts])
  })

  test('[UI100] of any two things that hold somebody up the graver is named first, and the other counted', () => {
    let seen = 0
    for (const [at, [name, , change]] of grave.entries())
      for (const [otherName, , other] of grave.slice(at + 1)) {
        const [keys, otherKeys] = [change, other].map(({ status }) =>
          Object.keys(status ?? {}).map(key => (key === 'state' ? 'blockedOn' : key)),
        )
        const isOneFact = keys!.some(key => otherKeys!.includes(key))
        if (isOneFact || name.split(' ')[0] === otherName.split(' ')[0]) continue
        for (const changes of [
          [change, other],
          [other, change],
        ]) {
          const { word, first, more } = verdictWith(...changes)
          const said = [name, otherName, word, first && named(first), more]
          expect(said).toEqual([name, otherName, 'notYet', name, 1])
          seen++
        }
      }
    expect(seen).toBeGreaterThan(150)
  })

  test('[UI100] what would be better, or is not known, never hides what holds somebody up', () => {
    const unknowns: Change[] = [{ server: null }, { isPersisted: null }, { freeBytes: null }, { app: null }]
    for (const [name, , change] of grave)
      for (const other of [...advice.map(([, , each]) => each), ...unknowns]) {
        const { word, first } = verdictWith(other, change)
        expect([name, word, first && named(first)]).toEqual([name, 'notYet', name])
      }
  })

  test.each<[string, Change, string[]]>([
    ['before the engine has said a word', { status: null }, ['work', 'records', 'sending', 'questions']],
    ['where nobody keeps the app’s files', { app: null }, ['app']],
  ])('[UI101] it claims nothing %s', (_, change, subjects) => {
    const checks = checksOf(factsWith(change))
    expect(verdictOf(checks).word).toBe('unknown')
    expect(checks.filter(({ level }) => level === 'unknown').map(({ subject }) => subject)).toEqual(subjects)
  })

  test('[UI101] what cannot be known of the rest is said, and holds nobody up', () => {
    const checks = checksOf(factsWith({ server: null, isPersisted: null, freeBytes: null }))
    expect(verdictOf(checks).word).toBe('ready')
    const unknown = checks.filter(({ level }) => level === 'unknown').map(({ subject }) => subject)
    expect(unknown).toEqual(['account', 'protection', 'space', 'clock'])
  })

  test('[UI101] each way that anything can stand is put into words, with what to do unless it is fine', () => {
    const every = [
      good,
      factsWith({ status: null, app: null, server: null, isPersisted: null, freeBytes: null }),
    ]
    every.push(...[...grave, ...advice].map(([, , change]) => factsWith(change)))
    for (const way of ['home-screen', 'dock', 'menu', 'none'] as const)
      every.push(factsWith({ isPersisted: false, install: { isInstalled: false, hasOffer: false, way } }))
    every.push(factsWith({ install: { isInstalled: false, hasOffer: true, way: 'menu' } }))
    const words = enReady as unknown as Record<
      string,
      Record<string, { is: string; do?: string } | undefined>
    >
    for (const check of every.flatMap(checksOf)) {
      const said = words[check.subject]?.[check.state]
      expect([named(check), typeof said?.is]).toEqual([named(check), 'string'])
      if (check.level === 'todo' || check.level === 'better')
        expect([named(check), typeof said?.do]).toEqual([named(check), 'string'])
    }
  })

  test('[UI103] where its data are kept, a tab does as well; elsewhere installing is advised, as this browser does it', () => {
    const inTab = (isPersisted: boolean, hasOffer: boolean) => {
      const install = { isInstalled: false, hasOffer, way: 'menu' as const }
      return checksOf(factsWith({ isPersisted, install })).find(({ subject }) => subject === 'installed')
    }
    expect(inTab(true, true)).toMatchObject({ level: 'fine', state: 'offered', acts: ['install'] })
    expect(inTab(false, true)).toMatchObject({ level: 'better', state: 'offered', acts: ['install'] })
    expect(inTab(false, false)).toMatchObject({ level: 'better', state: 'menu', acts: [] })
  })
})
