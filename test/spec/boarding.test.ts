/** What of the unsettled work goes with the next request, why the rest stays, and what an answer does to it. */
import { describe, expect, test } from 'vitest'
import type { Act, Deed, Flight, Refusal, Work } from '../../client/engine/work/act.ts'
import { boardingOf } from '../../client/engine/sync/boarding.ts'
import { givenIds } from '../../client/engine/sync/push.ts'
import { mayPass } from '../../client/engine/sync/passing.ts'
import { landing } from '../../client/engine/work/answer.ts'
import { blockOf, flightOf as departing, isIdle, type Sight } from '../../client/engine/work/next.ts'
import type { Known } from '../../client/engine/work/shown.ts'
import { equalValues } from '../../shared/fields.ts'
import { kinds } from '../../shared/kinds.ts'
import type { ServerRecord, Settlement } from '../../shared/protocol.ts'
import { notNoted } from '../../shared/provenance.ts'
import type { Fields } from '../../shared/record.ts'
import { act, flightWith, workOf } from '../support/acts.ts'
import { recordB, uid } from '../support/tables.ts'

const make = (fields: Fields = {}): Deed => ({ do: 'make', fields: recordB(fields) })
const rename: Deed = { do: 'edit', changes: { nama: ['A', 'B'] }, shown: { nama: 'A' } }
/** A value that refers to a record that the server may not have yet. */
const to = (number: number): Fields => ({ nama: { uid: uid(number) } })

const made = (seq: number, number: number, fields?: Fields) => workOf([act(seq, make(fields), { number })])
const edited = (seq: number, number: number) => workOf([act(seq, rename, { number })])

interface Around {
  on?: Record<number, Known>
  stray?: string[]
}

function sightOf(works: Work[], { on = {}, stray = [] }: Around = {}): Sight {
  const known = new Map(Object.entries(on).map(([number, each]) => [uid(Number(number)), each]))
  return {
    known: ({ uid: own }) => known.get(own),
    equal: equalValues,
    workOf: own => works.find(each => each.uid === own),
    isOnServer: own => Boolean(known.get(own)),
    isStray: ({ id }) => stray.includes(id),
  }
}

const serverRecord = (fields: Fields): ServerRecord => ({
  ...{ kind: 'record_b', uid: uid(1), id: '7', version: 20, ...notNoted },
  fields,
})

/** The numbers of the records that go, and `again` for what goes once more. */
function boarded(works: Work[], around?: Around, limit = 500): string[] {
  let count = 0
  const boarding = boardingOf(works, sightOf(works, around), { fits: () => ++count <= limit })
  return boarding.map(({ work, flight }) => `${Number(work.uid.slice(-4))}${flight ? ' again' : ''}`)
}

const flying = (seq: number, number: number, acts: Act[] = []) =>
  workOf(acts, { uid: uid(number), flights: [flightOf(seq, number)] })
const flightOf = (seq: number, number: number, extra?: Partial<Flight>) =>
  flightWith([act(seq, make(), { number })], { op: 'create', fields: recordB() }, extra)

describe('What goes with the next request', () => {
  test('[OB6] goes in the order in which its records were begun, each once', () => {
    expect(boarded([made(5, 1), edited(2, 2), made(9, 3)])).toEqual(['2', '1', '3'])
  })

  test('[OB6] a record goes behind those it refers to, however many, and waits when they do not fit', () => {
    const works = [made(1, 1, to(2)), made(2, 4), made(3, 2, to(3)), made(4, 3)]
    expect(boarded(works)).toEqual(['4', '3', '2', '1'])
    expect(boarded(works, {}, 2)).toEqual(['4', '3'])
  })

  test('[OB6] [OB7] what refers to a record that cannot go keeps nothing else', () => {
    const refused = workOf([act(1, make(), { number: 1 })], {
      refusal: { kind: 'record_b', uid: uid(1), issues: [], upTo: 1 },
    })
    const works = [refused, made(2, 2, to(1)), made(3, 3, to(2)), made(4, 4)]
    expect(boarded(works)).toEqual(['4'])
  })

  test('[OB6] but not what refers to a record that the server has, whatever waits of it', () => {
    const asked = edited(1, 1)
    const on = { 1: serverRecord({ nama: 'Z' }) }
    expect(boarded([asked, made(2, 2, to(1))], { on })).toEqual(['2'])
  })

  test('[OB5] [OB15] what is on its way goes first and as it is; what went astray waits', () => {
    const works = [made(9, 2), flying(1, 1, [act(8, rename, { number: 1 })])]
    expect(boarded(works)).toEqual(['1 again', '2'])
    expect(boarded(works, { stray: [uid(9_001)] })).toEqual(['2'])
  })

  test('[OB6] [OB15] so it is when those go once more, and what needs a stray waits with it', () => {
    const child = flightWith([act(1, make(to(2)), { number: 1 })], { op: 'create', fields: to(2) })
    const works = [workOf([], { uid: uid(1), flights: [child] }), flying(2, 2), flying(3, 3)]
    expect(boarded(works)).toEqual(['2 again', '3 again', '1 again'])
    expect(boarded(works, { stray: [uid(9_002)] })).toEqual(['3 again'])
  })

  test('[RB4] a restored server is told what it lost, one of a record after the other, before anything new', () => {
    const lost = [flightOf(1, 1, { isRepeated: true }), flightOf(2, 1, { isRepeated: true })]
    const works = [workOf([], { uid: uid(1), flights: lost }), made(9, 2)]
    expect(boarded(works)).toEqual(['1 again'])
    expect(boarded(works, { stray: [uid(9_001)] })).toEqual(['2'])
  })

  test('[OB2] acts that come to nothing leave without being sent', () => {
    const nothing = workOf([act(1, rename), act(2, { do: 'let go' })])
    expect(boarded([nothing])).toEqual([])
    expect(departing(nothing, null, { id: uid(5), schema: 1, now: 7 })).toMatchObject({
      ...{ acts: nothing.acts, mutation: null, isAnswered: true },
    })
    expect([nothing, edited(1, 1), flying(1, 1)].map(isIdle)).toEqual([true, false, false])
  })

  const refusal: Refusal = { kind: 'record_b', uid: uid(1), issues: [], upTo: 1 }
  const theirs = { on: { 1: serverRecord({ nama: 'Z' }) } }
  test.each<[string, Work, Around, ReturnType<typeof blockOf>]>([
    ['nothing', edited(1, 1), {}, null],
    ['a flight', flying(1, 1, [act(2, rename)]), {}, 'flight'],
    ['one that went astray', flying(1, 1), { stray: [uid(9_001)] }, 'stray'],
    ['a question', edited(1, 1), theirs, 'question'],
    ['a refusal', workOf([act(1, rename)], { refusal }), {}, 'refusal'],
    ['not when something was done since', workOf([act(1, rename), act(2, rename)], { refusal }), {}, null],
    ['nor when the refused act was taken back', workOf([act(0, rename)], { refusal }), {}, null],
    ['a reference', made(1, 1, to(2)), {}, 'reference'],
  ])('[OB7] a record is kept back by %s', (_, work, around, block) => {
    expect(blockOf(work, sightOf([work, made(9, 2)], around))).toBe(block)
  })
})

describe('An answer', () => {
  const acts = [act(3, rename), act(4, rename)]
  const flight = flightWith(acts, { op: 'update', changes: { nama: ['A', 'B'] } })
  const work = workOf([act(5, rename)], { flights: [flight] })
  const moment = { run: 3, now: 8_000 }

  test('[OB2] applied: the flight is kept as answered, with the record', () => {
    const record = serverRecord(recordB())
    expect(landing(work, flight, { id: flight.id, outcome: 'applied', version: 5, record }, moment)).toEqual({
      flight: { ...flight, isAnswered: true, record, version: 5, run: 3, at: 8_000 },
      ...{ dropped: [], freed: [], refusal: null },
    })
  })

  test('[OB7] a conflict: its acts are free again, as they were; the question follows from them', () => {
    const conflict = {
      outcome: 'conflict',
      reason: 'changed',
      fields: ['nama'],
    } satisfies Partial<Settlement>
    const answer: Settlement = { ...conflict, id: flight.id, record: serverRecord(recordB()) }
    expect(landing(work, flight, answer, moment)).toEqual({
      ...{ flight: null, dropped: [flight], freed: acts, refusal: null },
    })
  })

  test('[OB7] a rejection: so they are, with the reason', () => {
    const issues = [{ field: 'nama', code: 'too_long' as const }]
    expect(landing(work, flight, { id: flight.id, outcome: 'rejected', issues }, moment)).toMatchObject({
      ...{ dropped: [flight], freed: acts },
      refusal: { issues, upTo: 4 },
    })
  })

  test('[RB4] of a restored server that does not take one: what came after it in that record is free, too', () => {
    const first = { ...flight, isRepeated: true }
    const later = { ...flightWith([act(7, rename)], { op: 'update', changes: {} }), isRepeated: true }
    const restored = workOf([], { flights: [first, later] })
    const answer = landing(restored, first, { id: first.id, outcome: 'rejected', issues: [] }, moment)
    expect(answer.freed.map(({ seq }) => seq)).toEqual([3, 4, 7])
  })

  test('[PU13] a create that is told again knows the id it was given', () => {
    const known = flightOf(1, 1, { record: serverRecord(recordB()), isRepeated: true })
    expect(givenIds([known, flight])).toEqual({ [known.id]: '7' })
  })

  test('[PU13] so does the one that its acts leave with when that one was refused', () => {
    const known = flightOf(1, 1, { record: serverRecord(recordB()), isRepeated: true })
    const answer: Settlement = { id: known.id, outcome: 'rejected', issues: [] }
    const { freed } = landing(workOf([], { flights: [known] }), known, answer, moment)
    const again = flightWith(freed, { op: 'create', fields: recordB() }, { id: uid(5) })
    expect(givenIds([again])).toEqual({ [uid(5)]: '7' })
  })

  test.each<[string, string, string, string[], boolean]>([
    ['unknown_reference', 'record_a', 'device_id', ['device'], true],
    ['unknown_reference', 'record_a', 'device_id', ['record_b', 'record_a'], false],
    ['in_use', 'device', '', ['record_a'], true],
    ['in_use', 'device', '', ['record_b'], false],
    ['out_of_scope', 'record_a', 'device_id', ['device'], true],
    ['out_of_scope', 'record_a', '', ['record_a'], false],
    ['required', 'record_a', 'device_id', ['device'], false],
  ])('[OB7] [SC8] %s of %s may pass when others have changed', (code, kind, field, changed, passes) => {
    const issues = [{ field, code: code as 'in_use' }]
    const refused = { kind, uid: uid(1), issues, upTo: 1 }
    expect(mayPass(kinds, refused, new Set(changed))).toBe(passes)
    expect(mayPass(kinds, refused, 'any')).toBe(code !== 'required')
  })
})
