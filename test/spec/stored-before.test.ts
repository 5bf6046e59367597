/** What an earlier version of the app has left on a device, work of every sort among it: it shows, and is settled, as it was. */
import { describe, expect, test } from 'vitest'
import { kinds } from '../../shared/kinds.ts'
import type { Kinds } from '../../shared/metadata.ts'
import { secondKinds } from '../support/second-version.ts'
import {
  type Differences,
  differencesInSight,
  differencesInTheEnd,
  sentBefore,
} from '../support/seen-before.ts'
import {
  ProfileBefore,
  seenIn,
  serverBefore,
  settledWith,
  type StoredBefore,
  storedBefore,
} from '../support/stored-before.ts'

type SeenDrafts = StoredBefore['seen']['drafts']

/** [UP5] It goes out under another id, or was applied: nobody is asked what may have become of it. */
const unheard = {
  ...of([231, 241, 242, 256], ['cards: update rejected → none']),
  ...of([232, 243, 244], ['cards: create rejected → none']),
  ...of([233, 245, 246, 247], ['shown: true → false', 'cards: delete rejected → none']),
}
/** A record counts as deleted only when everything has been received anew (CH10): the server says so once more. */
const notKnownYet = ['cards: update conflict deleted → none']
/** What was typed since stood behind the card, and stands in it now. */
const allInOneCard = ['card']
/** [OB4] Their newest wish was to keep it. */
const keptAfterAll = ['cards: delete conflict changed → none']

/** `older` is what the older version of the fields left, and `updated` what both did, one after the other. */
const devices: [name: string, kinds: Kinds, inSight: Differences, inTheEnd: Differences][] = [
  [
    'everything',
    kinds,
    {
      ...unheard,
      ...of([207], notKnownYet),
      ...of([209], notKnownYet),
      ...of([208, 211], allInOneCard),
      ...of([210], keptAfterAll),
      // The server has said that it was deleted: what is made again has no id yet.
      ...of([137], ['id: 12 → null', 'version: 1 → 0']),
    },
    {
      ...of([231, 242, 256], ['on the server', 'cards: update rejected → none']),
      ...of([232, 244], ['on the server', 'cards: create rejected → none']),
      ...of([233, 246], ['on the device', 'on the server', 'cards: delete rejected → none']),
      ...of([245, 247], ['on the device', 'cards: delete rejected → none']),
      ...of([241], ['cards: update rejected → none']),
      ...of([243], ['cards: create rejected → none']),
      ...of([208, 209, 211], allInOneCard),
      ...of([210], ['on the server', ...keptAfterAll]),
    },
  ],
  [
    'restored',
    kinds,
    {
      // [RB4] The server had not been told yet of all that it had lost.
      'device 1': ['state: settled → unsent', 'changedAt: null → 1767601800032', 'waits: false → true'],
      'record_a 103': [
        'state: settled → unsent',
        'fields',
        'changedAt: null → 1767601800049',
        'waits: false → true',
      ],
      ...of([102], ['waits: false → true']),
      ...of([203], notKnownYet),
    },
    {},
  ],
  [
    'two-questions',
    kinds,
    // The restored server holds what this person had seen: nobody disagrees any more.
    { 'record_a 2': ['cards: update rejected, update conflict changed → update rejected'] },
    {
      'record_a 2': ['cards: update rejected, update conflict changed → update rejected'],
      'record_a 4': ['on the device', 'on the server', 'cards: delete conflict changed → none'],
    },
  ],
  ['older', secondKinds, of([204], notKnownYet), {}],
  [
    'updated',
    secondKinds,
    { ...of([201], allInOneCard), ...of([204], notKnownYet) },
    of([201], allInOneCard),
  ],
]

function of(numbers: number[], differences: string[]): Differences {
  return Object.fromEntries(numbers.map(number => [`record_b ${number}`, differences]))
}

describe.each(devices)('A device with work of before: %s', (name, kinds, inSight, inTheEnd) => {
  const before = storedBefore(name)
  const { addresses } = before

  test('[UP4] a person sees all of it, as they did', async () => {
    const profile = await ProfileBefore.with(before, kinds)
    const tab = await profile.tab(before.userId)
    const now = await seenIn(tab, addresses)
    expect(differencesInSight(kinds, addresses, [before.seen, now])).toEqual(inSight)
    expect(now.lists.map(({ uids }) => uids.length)).toEqual(now.lists.map(({ total }) => total))
    expect(before.seen.unreadable).toMatchObject(now.unreadable)
    const { unreadable, unoffered, isComplete, isDamaged, lost, lastSyncedAt } = before.seen.status
    expect(now.status).toMatchObject({ unreadable, unoffered, isComplete, isDamaged, lost, lastSyncedAt })
    expect(tab.bugs).toEqual([])
  })

  test('[UP4] its server takes all of it, as it would have done', async () => {
    const server = await serverBefore(name, kinds)
    const profile = await ProfileBefore.with(before, kinds)
    const now = await settledWith(server, profile, before)
    expect(differencesInTheEnd(kinds, addresses, [before.settled, now])).toEqual(inTheEnd)
    const { error, unreadable } = before.settled.status
    expect(now.status).toMatchObject({ error, unreadable, unsent: 0 })
  })
})

describe('What was sent, and forms that were not saved', () => {
  test.each(['everything', 'two-questions', 'older', 'updated'])('[UP4] are there: %s', async name => {
    const before = storedBefore(name)
    const each = devices.find(([device]) => device === name)?.[1] ?? kinds
    const profile = await ProfileBefore.with(before, each)
    const { sent, drafts } = await seenIn(await profile.tab(before.userId), [])
    expect(sent).toMatchObject(sentBefore(before.seen))
    expect(drafts).toMatchObject({
      drafts: draftsOf(before.seen.drafts).map(({ kind, uid, fields }) => ({ kind, uid, fields })),
    })
    expect(drafts).toMatchObject({ unreadable: unreadableOf(before.seen.drafts) })
  })
})

const draftsOf = (read: SeenDrafts) => (read.outcome === 'read' ? read.drafts : [])
const unreadableOf = (read: SeenDrafts) => (read.outcome === 'read' ? read.unreadable : [])
