/** Clients that push at one moment, each one push after the other, for as long as they are told to. */
import { randomBytes, randomUUID } from 'node:crypto'
import { uuidV7 } from '../../../client/engine/uid.ts'
import type { Mutation } from '../../../shared/protocol.ts'
import { PROTOCOL_VERSION } from '../../../shared/version.ts'
import { Line } from './line.ts'
import { creations } from './work.ts'

interface Desk {
  line: Line
  client: string
  made: Mutation[]
  turn: number
}

export interface DesksOptions {
  clients: number
  /** Mutations a push. */
  batch: number
  /** Of records that are there, instead of creations. */
  isUpdating?: boolean
}

export interface Pushed {
  seconds: number
  /** ms of each push. */
  took: number[]
  applied: number
  /** How often by status. */
  refused: Map<number, number>
}

export class Desks {
  readonly #desks: Desk[] = []
  readonly #isUpdating: boolean

  private constructor(isUpdating: boolean) {
    this.#isUpdating = isUpdating
  }

  /** They sit down in turns before these doors, as these people. */
  static async open(
    ports: readonly number[],
    cookies: readonly string[],
    { clients, batch, isUpdating = false }: DesksOptions,
  ): Promise<Desks> {
    const desks = new Desks(isUpdating)
    const all = creations(clients * batch + 1, `desks/${Date.now()}`)
    const [device, ...records] = all as [Mutation, ...Mutation[]]
    for (let index = 0; index < clients; index++) {
      const port = ports[index % ports.length] ?? 0
      const line = await Line.open(port, cookies[index % cookies.length] ?? '')
      const made = records.slice(index * batch, (index + 1) * batch)
      desks.#desks.push({ line, client: randomUUID(), made, turn: 0 })
    }
    const first = desks.#desks[0] as Desk
    // What is sent beside it would refer to nothing.
    await first.line.push(bodyOf(first, [device]))
    if (isUpdating) for (const desk of desks.#desks) await desk.line.push(bodyOf(desk, desk.made))
    return desks
  }

  async pushFor(seconds: number): Promise<Pushed> {
    const pushed: Pushed = { seconds: 0, took: [], applied: 0, refused: new Map() }
    const at = performance.now()
    await Promise.all(this.#desks.map(desk => this.#run(desk, at + seconds * 1000, pushed)))
    pushed.seconds = (performance.now() - at) / 1000
    return pushed
  }

  close(): void {
    for (const { line } of this.#desks) line.close()
  }

  async #run(desk: Desk, until: number, pushed: Pushed): Promise<void> {
    while (performance.now() < until) {
      const body = this.#isUpdating ? updateOf(desk) : creationOf(desk)
      const at = performance.now()
      const { status, text } = await desk.line.push(body)
      pushed.took.push(performance.now() - at)
      if (status !== 200) pushed.refused.set(status, (pushed.refused.get(status) ?? 0) + 1)
      else pushed.applied += text.split('"outcome":"applied"').length - 1
    }
  }
}

function bodyOf({ client }: Desk, mutations: readonly Mutation[]): string {
  return JSON.stringify({ client, protocol: PROTOCOL_VERSION, mutations })
}

function creationOf(desk: Desk): string {
  return bodyOf(
    desk,
    desk.made.map(mutation => ({ ...mutation, id: newUid(), uid: newUid() })),
  )
}

/** As devices make them: one after the other. */
const newUid = () => uuidV7(Date.now(), randomBytes(16))

function updateOf(desk: Desk): string {
  desk.turn++
  const nameIn = (turn: number) => `Putri Susanto ${turn}`
  return bodyOf(
    desk,
    desk.made.map(({ kind, uid, ...made }): Mutation => {
      const first = 'fields' in made ? (made.fields['name'] ?? null) : null
      const before = desk.turn === 1 ? first : nameIn(desk.turn - 1)
      return { id: newUid(), kind, uid, op: 'update', changes: { name: [before, nameIn(desk.turn)] } }
    }),
  )
}
