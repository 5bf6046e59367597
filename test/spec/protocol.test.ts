/** The messages on the wire: their shape is pinned, and what they refuse. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { statusOf } from '../../server/errors.ts'
import { AppError, errorCodes, isErrorCode } from '../../shared/errors.ts'
import { messages, Mutation, PushRequest, WithdrawRequest } from '../../shared/protocol.ts'
import { PROTOCOL_VERSION, SUPPORTED_PROTOCOLS } from '../../shared/version.ts'

const uid = '019a0000-0000-7000-8000-000000000001'
const id = '0b5d4b4e-9c5f-4a3b-8a7e-1f2e3d4c5b6a'
const create = { id, kind: 'record_b', uid, op: 'create', fields: { pt: 'ABC' } }
const remove = { id, kind: 'record_b', uid, op: 'delete', seen: { pt: 'ABC' } }

function hash(): string {
  const schemas = Object.entries(messages).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema, { io: 'input' }),
  ])
  return createHash('sha256').update(JSON.stringify(schemas)).digest('hex')
}

describe('The protocol', () => {
  test('[PV2] the server takes this version and the one before it', () => {
    expect(SUPPORTED_PROTOCOLS).toEqual([PROTOCOL_VERSION - 1, PROTOCOL_VERSION])
  })

  test('[PV1] the messages are those of this version: a change needs a new version and its hash', () => {
    expect({ version: PROTOCOL_VERSION, hash: hash() }).toEqual({
      version: 4,
      hash: 'ff955c4652056761eaaaa1325e93b75fbaee83a67591b33bd82365e597a67d11',
    })
  })

  test.each([create, { ...create, op: 'update', fields: undefined, changes: { pt: ['A', 'B'] } }, remove])(
    '[VA7] a mutation: $op',
    mutation => {
      expect(Mutation.safeParse(JSON.parse(JSON.stringify(mutation))).success).toBe(true)
    },
  )

  const refused: [string, unknown][] = [
    ['an unknown key', { ...create, role: 'admin' }],
    ['changes in a create', { ...create, changes: {} }],
    ['no op', { ...create, op: undefined }],
    ['an unknown op', { ...create, op: 'upsert' }],
    ['an id in upper case', { ...create, id: id.toUpperCase() }],
    ['a nil uid', { ...create, uid: '00000000-0000-0000-0000-000000000000' }],
    ['a version', { ...remove, version: 17 }],
    ['nothing seen', { ...remove, seen: undefined }],
    ['a seen that is a list', { ...remove, seen: ['ABC'] }],
    ['fields that are a list', { ...create, fields: [] }],
    ['a change without its base', { ...create, op: 'update', fields: undefined, changes: { pt: ['B'] } }],
    ['nothing', null],
    ['a list', [create]],
  ]
  test.each(refused)('[VA7, VA5] a mutation with %s is refused', (_, mutation) => {
    expect(Mutation.safeParse(mutation).success).toBe(false)
  })

  test('[PU6] a mutation that is not understood leaves the envelope readable', () => {
    const push = { client: uid, protocol: 1, mutations: [create, { id, op: 'upsert', extra: { deep: [] } }] }
    expect(PushRequest.parse(push).mutations).toHaveLength(2)
    expect(PushRequest.safeParse({ ...push, mutations: [{ op: 'create' }] }).success).toBe(false)
    expect(PushRequest.safeParse({ ...push, user: 'me' }).success).toBe(false)
  })

  test('[RQ2] a push takes 500 mutations and not one more', () => {
    const push = (count: number) => ({ client: uid, protocol: 1, mutations: Array(count).fill({ id }) })
    expect(PushRequest.safeParse(push(500)).success).toBe(true)
    expect(PushRequest.safeParse(push(501)).success).toBe(false)
  })

  test('[PU15] [RQ2] a withdrawal takes 500 ids and not one more, and nothing of what is in the mutations', () => {
    const withdrawal = (count: number) => ({ client: uid, protocol: 4, ids: Array<string>(count).fill(id) })
    expect(WithdrawRequest.safeParse(withdrawal(500)).success).toBe(true)
    expect(WithdrawRequest.safeParse(withdrawal(501)).success).toBe(false)
    expect(WithdrawRequest.safeParse({ ...withdrawal(1), mutations: [create] }).success).toBe(false)
  })
})

describe('Errors', () => {
  test('[RQ1] a code says status and when to try again', () => {
    const error = new AppError('cursor_expired', { floor: 3 })
    expect(error).toMatchObject({ retry: 'after-resync', details: { floor: 3 } })
    expect(statusOf(error)).toBe(410)
    expect(error.message).toBe('cursor_expired')
  })

  test('[RQ1] only codes of the table are codes', () => {
    expect(isErrorCode('too_large')).toBe(true)
    for (const code of ['toString', '__proto__', '', 500, null]) expect(isErrorCode(code)).toBe(false)
  })

  test('[RQ1] what is tried again later is never the sender’s fault', () => {
    const later = errorCodes.map(code => new AppError(code)).filter(({ retry }) => retry === 'later')
    expect(new Set(later.map(statusOf))).toEqual(new Set([0, 408, 429, 500, 503]))
  })
})
