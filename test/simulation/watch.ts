/**
 * Looks at every open tab while the story goes on, and lets no time pass in doing so: what a person sees must at
 * each moment be a state the server was once in, with this person's own unsettled work on top.
 */
import type { Engine } from '../../client/contract.ts'
import type { Database } from '../../server/db/database.ts'
import { kinds } from '../../shared/kinds.ts'
import type { Value } from '../../shared/fields.ts'
import type { Mutation } from '../../client/engine/work/mutation.ts'
import type { PushAnswer, ServerRecord } from '../../shared/protocol.ts'
import type { Changes, Fields } from '../../shared/record.ts'
import { everything } from '../support/tables.ts'
import { shortOf } from './ledger.ts'

/** A tab with what it shows. */
interface Shower {
  lane: string
  engine: Engine
}

export interface UnsentRow {
  mutation: Mutation
  took?: Changes
  base: { fields: Fields } | null
  parked: { outcome: string; reason?: string } | null
}

export class Watch {
  /** What the server has ever held of each record, in histories since lost too. */
  private readonly states = new Map<string, Map<string, Fields>>()
  /** The clock of the last delete of each record, and what creations have made: `uid version`. */
  private readonly deletedAt = new Map<string, number>()
  private readonly made = new Set<string>()
  /** The newest version that each tab has shown of each record. */
  private readonly shown = new Map<string, number>()
  /** Whose each id is, in every history, and the ids that were given to two. */
  private readonly owners = new Map<string, string>()
  readonly givenTwice: string[] = []
  /** What left a device under each mutation id, and where that was something else the next time. */
  private readonly sent = new Map<string, string>()
  private readonly altered: string[] = []
  /** Mutations that the server has refused, and the records of those of which a late copy was taken all the same. */
  private readonly refused = new Map<string, string>()
  readonly takenLate = new Set<string>()
  clock = 0

  /** After each commit. */
  async noteCommit({ db }: Database): Promise<void> {
    const { clock } = await db.selectFrom('clock').select('clock').executeTakeFirstOrThrow()
    const rows = await db
      .selectFrom('ledger')
      .select(['uid', 'op', 'after'])
      .where('clock', '=', clock)
      .execute()
    this.clock = Number(clock)
    for (const { uid, op, after } of rows) {
      if (op === 'delete') this.deletedAt.set(uid, this.clock)
      if (op === 'create') this.made.add(`${uid} ${this.clock}`)
      if (after === null) continue
      const record = JSON.parse(after) as ServerRecord
      const states = this.states.get(uid) ?? new Map<string, Fields>()
      this.states.set(uid, states)
      states.set(after, record.fields)
      this.noteId(record)
    }
  }

  private noteId({ kind, id, uid }: ServerRecord): void {
    const owner = this.owners.get(`${kind}/${id}`) ?? uid
    if (owner !== uid)
      this.givenTwice.push(`${kind} ${id} is ${shortOf(uid)}, and was ${shortOf(owner)} before`)
    this.owners.set(`${kind}/${id}`, uid)
  }

  /** [OB5] Before anything can happen to it. */
  noteSent(push: RequestInit['body']): void {
    if (typeof push !== 'string') return
    for (const mutation of (JSON.parse(push) as { mutations: Mutation[] }).mutations) {
      const bytes = JSON.stringify(mutation)
      const before = this.sent.get(mutation.id) ?? bytes
      if (before !== bytes) this.altered.push(`sent as another: ${before}, then ${bytes}`)
      this.sent.set(mutation.id, bytes)
    }
  }

  /** [PU2] What is refused is judged anew when it comes again. */
  async noteAnswer(path: string, response: Response, isLate = false): Promise<void> {
    if (path !== '/api/sync/push' || response.status !== 200) return
    const { results } = (await response.json()) as PushAnswer
    for (const { id, outcome } of results) {
      const { uid } = JSON.parse(this.sent.get(id) ?? '{}') as Partial<Mutation>
      if (uid === undefined) continue
      if (outcome !== 'applied') this.refused.set(id, uid)
      else if (isLate && this.refused.has(id)) this.takenLate.add(uid)
    }
  }

  /** What was sent altered since this was asked. */
  alteredSince(): string[] {
    return this.altered.splice(0)
  }

  ownerOf(kind: string, id: string): string | undefined {
    return this.owners.get(`${kind}/${id}`)
  }

  /** In any history of the server. */
  readonly wasHeld = (uid: string, field: string, value: Value | undefined): boolean =>
    [...(this.states.get(uid)?.values() ?? [])].some(
      fields => JSON.stringify(fields[field]) === JSON.stringify(value),
    )

  /** `isOneHistory`: the server was never restored, so that no version may ever go back. */
  async look(tab: Shower, { isOneHistory }: { isOneHistory: boolean }): Promise<string[]> {
    const broken: string[] = []
    const unsent = Map.groupBy(await unsentOf(tab.engine), row => row.mutation.uid)
    for (const kind of kinds) {
      const list = await atOnce(tab.engine.query(kind.name, everything, 0, 100))
      const shown = new Set(list?.rows.map(({ uid }) => uid))
      for (const [uid, rows] of list ? unsent : [])
        if (isWanted(kind.name, rows) && !shown.has(uid))
          broken.push(`${tab.lane} does not show ${shortOf(uid)}, which waits in its outbox`)
      for (const { uid, fields } of list?.rows ?? []) {
        if (!this.isPossible(uid, fields, unsent.get(uid) ?? []))
          broken.push(
            `${tab.lane} shows a ${kind.name} that never was: ${shortOf(uid)} ${JSON.stringify(fields)}`,
          )
        const version = (await atOnce(tab.engine.record(kind.name, uid)))?.version ?? 0
        if (isOneHistory && this.goesBack(tab, uid, version))
          broken.push(`${tab.lane} shows an older version of ${shortOf(uid)} than before: ${version}`)
      }
    }
    return broken
  }

  /** Some state of the server, with the unsettled work on top, is what is shown. */
  private isPossible(uid: string, shown: Fields, unsent: UnsentRow[]): boolean {
    const starts: (Fields | null)[] = [null, ...(this.states.get(uid)?.values() ?? [])]
    return starts.some(start => {
      const fields = unsent.reduce(under, start)
      return fields !== null && isShown(shown, fields)
    })
  }

  /**
   * 0 is no version: here the record is this person's alone, or a deleted one that they want back. What the server says
   * to it after that may be of before; so may an answer to their creation, where others have deleted the record since.
   */
  private goesBack({ lane }: Shower, uid: string, version: number): boolean {
    const key = `${lane} ${uid}`
    const before = this.shown.get(key) ?? 0
    this.shown.set(key, version === 0 ? 0 : Math.max(before, version))
    const isAnsweredLate = (this.deletedAt.get(uid) ?? 0) > before && this.made.has(`${uid} ${version}`)
    return version > 0 && version < before && !isAnsweredLate
  }
}

function under(fields: Fields | null, { mutation, took = {}, base, parked }: UnsentRow): Fields | null {
  if (mutation.op === 'create') return mutation.fields
  const start = fields ?? base?.fields ?? null
  if (mutation.op === 'delete' && !(parked && start)) return null
  // What stays when the delete is let go.
  const changes = mutation.op === 'delete' ? took : mutation.changes
  const chosen = Object.entries(changes).map(([name, [, mine]]) => [name, mine] as const)
  return { ...start, ...Object.fromEntries(chosen) }
}

/** The last that its person did was to save it. */
function isWanted(kind: string, rows: UnsentRow[]): boolean {
  const last = rows.at(-1)?.mutation
  return last?.kind === kind && last.op !== 'delete'
}

/** A list shows some of the fields. */
function isShown(shown: Fields, fields: Fields): boolean {
  return Object.entries(shown).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(fields[name]),
  )
}

/** Turns in which an engine answers what it can answer from memory. */
const turns = 20

/** undefined: the tab has not read every page yet, and nothing is to be seen there. [PG5] */
async function atOnce<T>(asked: Promise<T>): Promise<T | undefined> {
  let answer: T | undefined
  void asked.then(value => (answer = value))
  for (let turn = 0; turn < turns; turn++) await Promise.resolve()
  return answer
}

async function unsentOf(engine: Engine): Promise<UnsentRow[]> {
  return (JSON.parse(await engine.unsentFile()) as { rows: UnsentRow[] }).rows
}
