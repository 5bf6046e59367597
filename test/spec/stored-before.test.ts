/** What an earlier version of the app has left on a device, work of every sort among it: it shows, and is settled, as it was. */
import { describe, expect, test } from 'vitest'
import { kinds } from '../../shared/kinds.ts'
import type { Kinds } from '../../shared/metadata.ts'
import { secondKinds } from '../support/second-version.ts'
import { ProfileBefore, seenIn, serverBefore, settledWith, storedBefore } from '../support/stored-before.ts'

/** `older` is what the older version of the fields left, and `updated` what both did, one after the other. */
const devices: [name: string, kinds: Kinds][] = [
  ['everything', kinds],
  ['restored', kinds],
  ['two-questions', kinds],
  ['older', secondKinds],
  ['updated', secondKinds],
]

describe.each(devices)('A device with work of before: %s', (name, kinds) => {
  const before = storedBefore(name)

  test('[UP4] a person sees all of it, as they did', async () => {
    const profile = await ProfileBefore.with(before, kinds)
    const tab = await profile.tab(before.userId)
    expect(await seenIn(tab, before.addresses)).toEqual(before.seen)
    expect(tab.bugs).toEqual([])
  })

  test('[UP4] its server takes all of it, as it would have done', async () => {
    const server = await serverBefore(name, kinds)
    const profile = await ProfileBefore.with(before, kinds)
    expect(await settledWith(server, profile, before)).toEqual(before.settled)
  })
})
