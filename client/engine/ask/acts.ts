/** A person's acts: each is written durably as it was done, whatever else is under way. */
import type {
  Edit,
  Engine,
  Resolution,
  SaveOutcome,
  StorageFault,
  TakenBack,
  Undo,
  UndoOutcome,
} from '../../contract.ts'
import { assert } from '../../../shared/assert.ts'
import { fillable, type Kind } from '../../../shared/metadata.ts'
import { isKept } from '../../../shared/read-by.ts'
import { type Fields, issuesOfFields } from '../../../shared/record.ts'
import { knownFields } from '../../../shared/schema.ts'
import { overlayOf } from '../replica/overlay.ts'
import type { Replica } from '../replica/replica.ts'
import { type Act, type Address, type Deed, waiting } from '../work/act.ts'
import { type Answer, deedOf, type Question } from '../work/question.ts'
import { deedOfSave } from '../work/saving.ts'
import { isRemovable, oppositeOf, removal } from '../work/undo.ts'
import type { User } from '../world.ts'
import { askedAbout } from './asked.ts'
import { dropDraft } from './drafts.ts'
import { failed } from './from-storage.ts'
import { isTooLate, shownBefore, wantedBefore, withoutLater } from './undoable.ts'

type Written = { outcome: 'saved'; undo: Undo } | { outcome: 'failed'; fault: StorageFault }

interface Doing {
  address: Address
  deed: Deed
  since: number
  /** [PU13] The id its record had when it was last seen here. */
  givenId?: string | null
  draft?: string | null
  /** That it answers. */
  question?: Question | null
}

/**
 * [OB1] `saved` means: on disk. A storage failure is an outcome: nothing was written. A failure once the act is on disk is
 * a bug, and the act is saved all the same.
 */
async function write(user: User, doing: Doing): Promise<Written> {
  const { address, since, draft = null, question } = doing
  const { replica, outside } = user
  const { onBug } = user.world
  const { kind, uid } = address
  const deed = asSeen(doing.deed, replica.table(kind).kind)
  const before = shownFields(replica, address)
  const givenId = replica.givenIdOf(uid) ?? doing.givenId ?? null
  const act = { kind, uid, since, at: outside.now(), deed, ...(givenId !== null && { givenId }) }
  const wanted = wantedBefore(replica.works.of(uid), question?.effect ?? null)
  let stored: Awaited<ReturnType<Replica['add']>>
  try {
    stored = await replica.add([act], { draft })
  } catch (error) {
    return failed(user.world, error)
  }
  const [added] = stored.added
  assert(added, 'what is on disk has its place')
  // Where this fails, the next run reads the others, too.
  if (stored.unheard !== null) await replica.reloadWork([address], stored.unheard).catch(onBug)
  const undo: Undo = { kind, uid, seq: added.seq, givenId, before, after: before, wanted }
  try {
    undo.after = shownFields(replica, address)
    undo.before = shownBefore(deed, shownWithout(replica, added) ?? before, undo.after)
    tellOthers(user, address)
  } catch (error) {
    onBug(error)
  }
  return { outcome: 'saved', undo }
}

/** [PV6] The screen has shown no field that it does not know. */
function asSeen(deed: Deed, kind: Kind): Deed {
  if (deed.do === 'delete') return { ...deed, shown: knownFields(kind, deed.shown) }
  if (deed.do === 'delete anyway') return { ...deed, theirs: knownFields(kind, deed.theirs) }
  return deed
}

function tellOthers({ outside, scheduler }: User, { kind, uid }: Address): void {
  outside.tell({ type: 'work', addresses: [{ kind, uid }] })
  scheduler.send({ kind: 'wake' })
}

function shownFields(replica: Replica, { kind, uid }: Address): Fields | null {
  return replica.table(kind).shown(uid)?.fields ?? null
}

/** As its record would be shown without this act; null: not at all, or the act has left. */
function shownWithout(replica: Replica, { seq, ...address }: Act): Fields | null {
  const work = replica.works.of(address.uid)
  if (!work?.acts.some(each => each.seq === seq)) return null
  const without = { ...work, acts: work.acts.filter(each => each.seq !== seq) }
  const overlay = overlayOf(without, replica.known(address), { equal: replica.equal, isLate: true })
  return overlay?.fields ?? null
}

export async function save(user: User, edit: Edit): Promise<SaveOutcome> {
  const { replica } = user
  const { kind, uid, seen, fields, since, draft } = edit
  const { kind: met } = replica.table(kind)
  const kept = new Set(met.fields.flatMap(field => (isKept(field, seen, fields) ? [field.name] : [])))
  const issues = issuesOfFields(met, fields).filter(({ field }) => !kept.has(field))
  if (issues.length > 0) return { outcome: 'invalid', issues }
  const asked = edit.asked === null ? null : askedAbout(replica, edit)
  const isStanding = asked !== null && asked.asked === edit.asked
  const question: Question | null = isStanding ? asked.question : null
  const now = shownFields(replica, edit)
  const deed = deedOfSave({ seen, fields, asked: question, now }, replica.works.of(uid))
  if (deed) return write(user, { address: { kind, uid }, deed, since, draft, question })
  // [UI26] The form has not shown the question of now, or what another answer has made of the record.
  const isOutdated = edit.asked !== null && !isStanding
  if (isOutdated && (asked?.question || !areShown(replica, fields, now))) return { outcome: 'asked anew' }
  if (draft !== null) await dropDraft(user, draft)
  return { outcome: 'saved', undo: null }
}

function areShown({ equal }: Replica, fields: Fields, shown: Fields | null): boolean {
  return shown !== null && Object.entries(fields).every(([name, value]) => equal(shown[name] ?? null, value))
}

export async function remove(user: User, kind: string, uid: string): ReturnType<Engine['remove']> {
  const shown = shownFields(user.replica, { kind, uid }) ?? {}
  const since = user.replica.works.newest
  const written = await write(user, { address: { kind, uid }, deed: { do: 'delete', shown }, since })
  if (written.outcome === 'failed') return written
  // A record whose delete is asked about stays in sight until that is decided.
  return { outcome: 'removed', undo: { ...written.undo, after: null } }
}

/** [OB9] */
export async function undo(user: User, done: Undo): Promise<UndoOutcome> {
  const { replica, outside } = user
  let since = done.seq
  try {
    // Another tab's act, unheard.
    if (replica.works.newest < done.seq) await replica.reloadWork([done])
    const work = replica.works.of(done.uid)
    if (work && isRemovable(work, done)) {
      const leaving = removal(work, done, { id: outside.newUid(), seq: 0, now: outside.now() })
      if (await replica.takeBack(done, { seq: done.seq, removal: leaving })) {
        tellOthers(user, done)
        // Another tab may have deleted the record as well, unheard.
        if (done.after !== null || shownFields(replica, done)) return { outcome: 'saved', undo: null }
        since = replica.works.newest
        // It has left, unheard.
      } else await replica.reloadWork([done])
    }
  } catch (error) {
    return failed(user.world, error)
  }
  const work = replica.works.of(done.uid)
  const deed = withoutLater(oppositeOf(done), done, work)
  const { wanted } = done
  if (!deed || isTooLate({ deed, since, wanted }, work, shownFields(replica, done), replica.equal))
    return { outcome: 'too late' }
  return write(user, { address: done, deed, since, givenId: done.givenId })
}

/** [HI4] Whoever deleted it: under its uid, and the id it had [PU11] [PU13]. */
export async function restore(
  user: User,
  address: Address,
  { id, fields }: { id: string | null; fields: Fields },
): Promise<UndoOutcome> {
  const { replica } = user
  if (shownFields(replica, address)) return { outcome: 'too late' }
  const known = fillable(replica.table(address.kind).kind).filter(({ name }) => Object.hasOwn(fields, name))
  const last = Object.fromEntries(known.map(({ name }) => [name, fields[name] ?? null]))
  const deed: Deed = { do: 'restore', fields: last }
  return write(user, { address, deed, since: replica.works.newest, givenId: id })
}

/** [OB20] What has not left is let go, in one act that can be undone. */
export async function takeBack(user: User, { kind, uid }: Address): Promise<TakenBack> {
  const { works } = user.replica
  const free = works.of(uid)?.acts ?? []
  if (free.length === 0) return { outcome: 'left' }
  const since = works.newest
  const written = await write(user, { address: { kind, uid }, deed: { do: 'let go' }, since })
  if (written.outcome === 'failed') return written
  const now = works.of(uid)
  const flown = now ? waiting(now).flatMap(({ acts }) => acts.map(({ seq }) => seq)) : []
  // Another tab has sent it meanwhile.
  if (free.every(({ seq }) => flown.includes(seq))) return { outcome: 'left' }
  return { outcome: 'taken back', undo: written.undo, isPartial: flown.length > 0 }
}

export async function resolve(
  user: User,
  item: Address & { asked: string },
  resolution: Resolution,
): Promise<SaveOutcome> {
  const { replica } = user
  const asked = askedAbout(replica, item)
  const work = replica.works.of(item.uid)
  if (!work || asked?.asked !== item.asked) return { outcome: 'asked anew' }
  const { question } = asked
  const deed = deedOf(answerOf(resolution, question), question, work)
  if (!deed) return { outcome: 'asked anew' }
  return write(user, { address: item, deed, since: replica.works.newest, question })
}

/** By value: of each field in conflict what was chosen. */
function answerOf(resolution: Resolution, question: Question | null): Answer {
  if (resolution.kind !== 'choose') return { answer: resolution.kind }
  const values = Object.keys(resolution.fields).map(name => {
    const theirs = question?.theirs?.[name] ?? null
    return [name, resolution.fields[name] === 'theirs' ? theirs : mineOf(question, name)]
  })
  return { answer: 'choose', values: Object.fromEntries(values) as Fields }
}

function mineOf(question: Question | null, name: string): Fields[string] {
  const effect = question?.effect
  if (effect?.op === 'create') return effect.fields[name] ?? null
  return (effect?.op === 'update' ? effect.changes[name]?.[1] : null) ?? null
}
