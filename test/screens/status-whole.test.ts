/** The one line about one's work, in every state that it can be in. */
import { expect, test } from 'vitest'
import { nextTick } from 'vue'
import type { SyncStatus } from '../../client/contract.ts'
import StatusLink from '../../client/screens/shell/StatusLink.vue'
import { useSession } from '../../client/screens/stores/session.ts'
import { useSync } from '../../client/screens/stores/sync.ts'
import { stage } from './stage.ts'
import { everyStatus } from './statuses.ts'

const inWords = {
  'sign-in': /Session ended|Sign in to send 3 changes/,
  upgrade: /Update needed|Update to send 3 changes/,
  'server-upgrade': /Waiting for the server’s update|3 changes wait for the server’s update/,
  permission: /Your role may not send/,
}

/** In order of weight. */
function expectedOf(status: SyncStatus, isExpired: boolean): RegExp[] {
  const { blockedOn, state, phase, connectedAt } = status
  const isSending = state === 'running' && phase === 'push'
  const isStuck = status.unsent > 0 && connectedAt !== null && state !== 'offline' && !isSending
  const hold = isExpired
    ? inWords['sign-in']
    : blockedOn
      ? inWords[blockedOn]
      : state === 'blocked'
        ? /The server refuses/
        : isStuck && /Not leaving: 3/
  const work = status.unsent > 0 && (isSending ? /Sending…/ : /To send: 3/)
  return [
    status.fault && /This browser cannot save/,
    status.attention > 0 && /Needs attention: 1/,
    hold || work,
    state === 'offline' && /Offline/,
    status.error === 'unreachable' && state === 'waiting' && /Server not reachable/,
    status.unsent > 0 && /oldest waits since/,
    status.unreadable > 0 && /Cannot be read here: 2/,
  ].filter(each => each instanceof RegExp)
}

test('[UI1, UI17] whatever else is true, what holds everything back is in the line', async () => {
  const { screen } = await stage(StatusLink)
  let seen = 0
  for (const { isExpired, ...status } of everyStatus()) {
    useSession().isExpired = isExpired
    useSync().status = status
    await nextTick()
    const said = screen.get('[role=status]').text()
    const [front] = expectedOf(status, isExpired)
    expect([status, screen.get('b').text()]).toEqual([status, expect.stringMatching(front ?? /^All sent/)])
    for (const words of expectedOf(status, isExpired))
      expect([status, said]).toEqual([status, expect.stringMatching(words)])
    expect([status, said.includes('All sent')]).toEqual([status, front === undefined])
    seen++
  }
  expect(seen).toBe(4_480)
})
