/**
 * Looks at every open tab while the story goes on, and lets no time pass in doing so: what a person sees must at
 * each moment be a state the server was once in, with this person's own unsettled work on top.
 */
import type { Engine } from '../../client/contract.ts'
import type { Act, Flight } from '../../client/engine/work/act.ts'
import type { Database } from '../../server/db/database.ts'
import { recordAfter } from '../../server/db/ledger-bodies.ts'
import { kinds } from '../../shared/kinds.ts'
import { equalValues, isUidReference } from '../../shared/fields.ts'
import type { ServerRecord } from '../../shared/protocol.ts'
import type { Fields } from '../../shared/record.ts'
import { everything } from '../support/tables.ts'
import { shortOf } from './ledger.ts'

/** A tab with what it shows. */
interface Shower {
  lane: string
  engine: Engine
}

/** What a device holds of one record that is not settled. */
export interface Unsent extends Pick<Flight, 'kind' | 'uid'> {
  acts: Act[]
  flights: Pick<Flight, 'id' | 'mutation' | 'acts'>[]
  question?: object
  refusal?: object
}

/** `ids`: of what is withdrawn, or those that creations were given. */
interface Sent {
  mutations?: { id: string }[]
  ids?: Record<string, string> | string[]
}

export class Watch {
  /** What the server has ever held of each record, in histories since lost too. */
  private readonly states = new Map<string, Map<string, ServerRecord>>()
  /** The clock of the last delete of each record, and what creations have made: `uid version`. */
  private readonly deletedAt = new Map<string, number>()
  private readonly made = new Set<string>()
  /** The newest version that each tab has shown of each record. */
  private readonly shown = new Map<string, number>()
  /** Whose each id is, in every history. */
  private readonly owners = new Map<string, string>()
  /** What devices said of the ids that their creations were given in a history since lost, by mutation. */
  private readonly given = new Map<string, string>()
  /** [RS4] [PU13] Ids that were given to two, and creations offered again that got another. */
  readonly givenTwice: string[] = []
  /** What left a device under each mutation id, and where that was something else the next time. */
  private readonly sent = new Map<string, string>()
  private readonly altered: string[] = []
  clock = 0

  /** After each commit. */
  async noteCommit({ db }: Database): Promise<void> {
    const { clock } = await db.selectFrom('clock').select('clock').executeTakeFirstOrThrow()
    const rows = await db.selectFrom('ledger').selectAll().where('clock', '=', clock).execute()
    this.clock = Number(clock)
    for (const row of rows) {
      const { id, uid, op } = row
      if (op === 'delete') this.deletedAt.set(uid, this.clock)
      if (op === 'create') this.made.add(`${uid} ${this.clock}`)
      const record = recordAfter(row)
      if (!record) continue
      this.noteId(id, record)
      const states = this.states.get(uid) ?? new Map<string, ServerRecord>()
      this.states.set(uid, states.set(JSON.stringify(record), record))
    }
  }

  private noteId(mutation: string, { kind, id, uid }: ServerRecord): void {
    const owner = this.owners.get(`${kind}/${id}`) ?? uid
    if (owner !== uid)
      this.givenTwice.push(`${kind} ${id} is ${shortOf(uid)}, and was ${shortOf(owner)} before`)
    const given = this.given.get(mutation) ?? id
    if (given !== id) this.givenTwice.push(`${kind} ${shortOf(uid)} is ${id}, and was ${given} before`)
    this.owners.set(`${kind}/${id}`, uid)
  }

  private statesOf(uid: string): ServerRecord[] {
    return [...(this.states.get(uid)?.values() ?? [])]
  }

  /** The newest with these fields; 0: the server has never held it so. */
  readonly versionOf = (uid: string, seen: Fields): number => {
    const isSo = ({ fields }: ServerRecord) =>
      Object.entries(seen).every(([name, value]) => isUidReference(value) || equalValues(fields[name], value))
    return this.statesOf(uid).findLast(isSo)?.version ?? 0
  }

  /** [OB5] Before anything can happen to it. */
  noteSent(body: string): void {
    const { mutations = [], ids = {} } = JSON.parse(body) as Sent
    if (!Array.isArray(ids)) for (const [mutation, id] of Object.entries(ids)) this.given.set(mutation, id)
    for (const mutation of mutations) {
      const bytes = JSON.stringify(mutation)
      const before = this.sent.get(mutation.id) ?? bytes
      if (before !== bytes) this.altered.push(`sent as another: ${before}, then ${bytes}`)
      this.sent.set(mutation.id, bytes)
    }
  }

  /** What was sent altered since this was asked. */
  alteredSince(): string[] {
    return this.altered.splice(0)
  }

  ownerOf(kind: string, id: string): string | undefined {
    return this.owners.get(`${kind}/${id}`)
  }

  /** `isOneHistory`: the server was never restored, so that no version may ever go back. */
  async look(
    tab: Shower,
    { isOneHistory, wasHidden }: { isOneHistory: boolean; wasHidden(uid: string): boolean },
  ): Promise<string[]> {
    const broken: string[] = []
    const unsent = new Map((await unsentOf(tab.engine)).map(each => [each.uid, each]))
    const { isDamaged } = await tab.engine.status()
    const isKnown = (uid: string) => !isDamaged && !wasHidden(uid)
    for (const kind of kinds) {
      const list = await atOnce(tab.engine.query(kind.name, everything, 0, 100))
      const shown = new Set(list?.rows.map(({ uid }) => uid))
      for (const [uid, work] of list ? unsent : [])
        if (
          isWanted(kind.name, work, { isKnown: isKnown(uid), wasEver: this.states.has(uid) }) &&
          !shown.has(uid)
        )
          broken.push(`${tab.lane} does not show ${shortOf(uid)}, which its person has saved`)
      for (const { uid, fields } of list?.rows ?? []) {
        if (!this.isPossible(uid, fields, unsent.get(uid)))
          broken.push(
            `${tab.lane} shows a ${kind.name} that never was: ${shortOf(uid)} ${JSON.stringify(fields)}`,
          )
        const version = (await atOnce(tab.engine.record(kind.name, uid)))?.version ?? 0
        if (isOneHistory && !unsent.has(uid) && this.goesBack(tab, uid, version))
          broken.push(`${tab.lane} shows an older version of ${shortOf(uid)} than before: ${version}`)
      }
    }
    return broken
  }

  /** It was a state of the server, or each of its values was, or is in the unsettled work. A list shows some fields. */
  private isPossible(uid: string, shown: Fields, work: Unsent | undefined): boolean {
    const states = this.statesOf(uid).map(({ fields }) => fields)
    const isIn = (fields: Fields, name: string) => equalValues(fields[name] ?? null, shown[name] ?? null)
    const names = Object.keys(shown)
    if (states.some(fields => names.every(name => isIn(fields, name)))) return true
    const text = JSON.stringify(work ?? '')
    return names.every(
      name =>
        text.includes(JSON.stringify(shown[name])) || (work && states.some(fields => isIn(fields, name))),
    )
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

/** Of a record: `wasEver`: the server has held it. */
interface There {
  isKnown: boolean
  wasEver: boolean
}

/**
 * The last that its person did was to save it. [PG8] [SC8] One that is back as it was shows with its page, once that is
 * mended, or seen again. [OB12] One that never arrived does not show without its creation, where nobody can read that.
 */
function isWanted(kind: string, { kind: own, acts, flights }: Unsent, { isKnown, wasEver }: There): boolean {
  const deeds = [...flights.flatMap(flight => flight.acts), ...acts].map(act => act.deed.do)
  const last = deeds.at(-1)
  const isEdit = last === 'edit' && (wasEver || deeds.includes('make'))
  return own === kind && (last === 'make' || isEdit || (last === 'restore' && isKnown))
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

async function unsentOf(engine: Engine): Promise<Unsent[]> {
  return (JSON.parse(await engine.unsentFile()) as { records: Unsent[] }).records
}
