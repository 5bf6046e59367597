/** What the log says of failures: why, how often, and nothing that anybody entered. */
import { connect } from 'node:net'
import { DatabaseError } from 'pg'
import { describe, expect, test } from 'vitest'
import { causesOf } from '../../server/http/causes.ts'
import { createLogger, type LogLevel, traceOf } from '../../server/http/log.ts'
import { AppError } from '../../shared/errors.ts'
import { freePort } from '../support/port.ts'

function written(least?: LogLevel) {
  const lines: Record<string, unknown>[] = []
  let nowMs = Date.parse('2026-03-01T00:00:00Z')
  const log = createLogger(
    line => lines.push(JSON.parse(line) as Record<string, unknown>),
    () => new Date(nowMs),
    least,
  )
  const events = () => lines.map(({ event, times }) => (times === undefined ? event : [event, times]))
  return { log, lines, events, wait: (ms: number) => (nowMs += ms) }
}

describe('How much is logged', () => {
  const eventsAt = (least: LogLevel) => {
    const { log, events } = written(least)
    log.info({ event: 'request' })
    log.warn({ event: 'requests_cut' })
    log.error({ event: 'failed' })
    log.keep({ event: 'audit' })
    return events()
  }

  test('[OP5] [AU2] is what LOG_LEVEL says, and acts of the audit whatever it says', () => {
    expect([eventsAt('info'), eventsAt('warn'), eventsAt('error')]).toEqual([
      ['request', 'requests_cut', 'failed', 'audit'],
      ['requests_cut', 'failed', 'audit'],
      ['failed', 'audit'],
    ])
  })

  test('[OP7] an error that comes again and again is written five times a minute, and then counted', () => {
    const { log, events, wait } = written()
    const fail = () => log.error({ event: 'failed', code: 'unavailable', ...traceOf(new Error('x')) })
    for (let n = 0; n < 225; n++) fail()
    expect(events()).toEqual(Array(5).fill('failed'))
    wait(59_999)
    fail()
    expect(events()).toHaveLength(5)
    wait(1)
    log.info({ event: 'request' })
    expect(events().slice(5)).toEqual([['repeated', 221], 'request'])
    fail()
    expect(events().slice(7)).toEqual(['failed'])
  })

  test('[OP7] another error, or the same for another cause, is written by itself', () => {
    const { log, events } = written()
    const of = (code: string) => Object.assign(new Error('x'), { code })
    for (let n = 0; n < 6; n++) for (const code of ['A', 'B']) log.error({ event: 'e', ...traceOf(of(code)) })
    log.error({ event: 'other' })
    expect(events()).toEqual([...Array<string>(10).fill('e'), 'other'])
  })

  test('[OP7] of very many errors the oldest are told of at once', () => {
    const { log, lines } = written()
    for (let n = 0; n < 200; n++) for (let times = 0; times < 6; times++) log.error({ event: `e${n}` })
    const repeated = lines.filter(({ event }) => event === 'repeated')
    expect(repeated.length).toBeGreaterThan(140)
    expect(repeated[0]).toMatchObject({ of: 'e0', times: 1 })
  })
})

describe('Why something failed', () => {
  const refusedBy = (port: number) =>
    new Promise<Error>(resolve => connect(port, 'localhost').once('error', resolve))
  const ofPostgres = (code: string, message: string) =>
    Object.assign(new DatabaseError(message, message.length, 'error'), { code })

  test('[OP6] a connection that is refused says where, whatever stands around it', async () => {
    const refused = await refusedBy(await freePort())
    const around = new AppError('unavailable', {}, { cause: new Error('pool', { cause: refused }) })
    const causes = causesOf(around)
    expect(causes.slice(0, 2)).toEqual([{ error: 'AppError', code: 'unavailable' }, { error: 'Error' }])
    expect(causes.slice(2).map(({ code }) => code)).toContain('ECONNREFUSED')
    expect(JSON.stringify(causes)).toMatch(/connect ECONNREFUSED (127\.0\.0\.1|::1):\d+/)
  })

  test('[OP6] the database says in its own words how it is', () => {
    expect(causesOf(ofPostgres('57P03', 'the database system is starting up'))).toEqual([
      { error: 'error', code: '57P03', says: 'the database system is starting up' },
    ])
    expect(causesOf(new Error('Connection terminated unexpectedly'))).toEqual([
      { error: 'Error', says: 'Connection terminated unexpectedly' },
    ])
  })

  test.each(['22P02', '23505', '42601', 'P0001', undefined])(
    '[OP6] [RQ8] what may quote a value is not told: %s',
    code => {
      const error = Object.assign(new Error('invalid input: "Ibu Sari"'), code && { code })
      expect(JSON.stringify(traceOf(new Error('outer Ibu Sari', { cause: error })))).not.toContain('Sari')
      expect(causesOf(error)[0]?.code).toBe(code)
    },
  )

  test('[OP6] a chain that bites its tail, is very long, or ends in no error, is told all the same', () => {
    const one = new Error('one')
    one.cause = new Error('two', { cause: one })
    expect(causesOf(one)).toEqual([{ error: 'Error' }, { error: 'Error' }])
    let long: unknown = 'secret'
    for (let n = 0; n < 100; n++) long = new Error('x', { cause: long })
    expect(causesOf(long)).toHaveLength(8)
    expect(causesOf(new Error('x', { cause: 'secret' }))).toEqual([{ error: 'Error' }, { error: 'string' }])
    expect(causesOf(undefined)).toEqual([])
  })
})
