/** Takes back what was done in one go, record by record: what has been changed since stays. [IM7] [MA3] */
import type { Equal } from '../../../shared/judge.ts'
import { changesBetween, type Fields } from '../../../shared/record.ts'
import type { GroupRef, GroupUndone } from '../../contract-import.ts'
import type { NewAct } from '../disk/acts.ts'
import { readFlightsBetween } from '../disk/work-read.ts'
import type { Replica } from '../replica/replica.ts'
import { type Act, allActs, type Deed } from '../work/act.ts'
import { editOf } from '../work/saving.ts'
import { doneBy } from '../work/sides.ts'
import { removalOf } from '../work/undo.ts'
import type { User } from '../world.ts'
import { addTogether, type Numbers, numbersOf, tellOthers } from './together.ts'

export async function undoGroup(user: User, ref: GroupRef): Promise<GroupUndone> {
  const numbers = numbersOf(user, ref)
  if (!numbers) return { outcome: 'undone', taken: 0, left: 0 }
  const { replica, outside } = user
  // Another tab's acts, unheard.
  if (replica.works.newest < numbers.last) await replica.reloadAllWork()
  const count = numbers.last - numbers.first + 1
  const at = outside.now()
  const free = within(
    numbers,
    replica.works.all.flatMap(({ acts }) => acts),
  )
  const went = free.length > 0 ? await replica.takeGroupBack(free, at) : []
  if (went.length > 0) tellOthers(user, free)
  // Another tab has sent them, or acted since.
  if (went.length < free.length) await replica.reloadAllWork()
  const isBack = new Set(went.map(({ seq }) => seq))
  const freed = await takeFreedBack(user, numbers, at)
  if (freed.length > 0) tellOthers(user, freed)
  for (const { seq } of freed) isBack.add(seq)
  const others = (await actsOf(replica, numbers)).filter(({ seq }) => !isBack.has(seq))
  const since = replica.works.newest
  const opposites = others.flatMap(act => oppositeOf(replica, act, { since, at }) ?? [])
  // What others refer to was made before them, and goes after them.
  await addTogether(user, opposites.reverse())
  // [UI81] What is not kept here any more is nobody's.
  if (isBack.size + others.length === 0) return { outcome: 'undone', taken: 0, left: 0 }
  const taken = isBack.size + opposites.length
  return { outcome: 'undone', taken, left: count - taken }
}

/** [OB9] Those that the server refused stand by themselves: each is taken away, and with it what is asked about it. */
async function takeFreedBack({ replica, outside }: User, numbers: Numbers, at: number): Promise<Act[]> {
  const left = within(
    numbers,
    replica.works.all.flatMap(({ acts }) => acts.slice(-1)),
  )
  const taken: Act[] = []
  for (const act of left) {
    const removal = removalOf(act, { id: outside.newUid(), seq: 0, at })
    if (await replica.takeBack(act, { seq: act.seq, removal })) taken.push(act)
  }
  return taken
}

function within({ first, last }: Numbers, acts: readonly Act[]): Act[] {
  return acts.filter(({ seq }) => seq >= first && seq <= last)
}

/**
 * Those that have left are on the disk, and those that wait are here. Of what was made and deleted nothing was sent; what
 * was taken back already is followed by its opposite.
 */
async function actsOf(replica: Replica, numbers: Numbers): Promise<Act[]> {
  const left = (await readFlightsBetween(replica.db, numbers)).flatMap(({ acts }) => acts)
  const here = replica.works.all.flatMap(allActs)
  const bySeq = new Map(within(numbers, [...left, ...here]).map(act => [act.seq, act]))
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}

/** null: it is not as the act left it. */
function oppositeOf(replica: Replica, act: Act, moment: Pick<Act, 'since' | 'at'>): NewAct | null {
  const { kind, uid, givenId, deed } = act
  const table = replica.table(kind)
  const work = replica.works.of(uid)
  const shown = table.shown(uid)
  const isFollowed = work && allActs(work).some(({ seq }) => seq > act.seq)
  const isAsked = shown?.state === 'conflict' || shown?.state === 'rejected'
  const back = isFollowed || isAsked ? null : backFrom(deed, shown?.fields ?? null, replica.equal)
  const id = replica.givenIdOf(uid) ?? givenId
  return back && { kind, uid, deed: back, ...moment, ...(id !== undefined && { givenId: id }) }
}

function backFrom(deed: Deed, shown: Fields | null, equal: Equal): Deed | null {
  const sides = doneBy(deed)
  if (!sides) return null
  const { before, after } = sides
  if (!after) return before && !shown ? { do: 'restore', fields: before } : null
  if (!shown) return null
  const changes = before ? changesBetween(after, before) : null
  const names = Object.keys(changes ?? after)
  if (!names.every(name => equal(shown[name] ?? null, after[name] ?? null))) return null
  return changes ? editOf(changes, shown) : { do: 'delete', shown }
}
