/** [MA2] Fields of many records set, or the records deleted: first what that would do, then as acts that go in together. */
import { faultOf } from '../../../shared/fields.ts'
import { fieldNamed, type Kind } from '../../../shared/metadata.ts'
import { knownFields } from '../../../shared/schema.ts'
import type { ManyAct, ManyDone, ManyPreview, Selection } from '../../contract-many.ts'
import type { NewAct } from '../disk/acts.ts'
import type { Replica } from '../replica/replica.ts'
import type { Deed } from '../work/act.ts'
import type { Many, User } from '../world.ts'
import { addTogether } from './together.ts'
import { type Outcome, outcomesOf, selectedUids } from './selected.ts'
import { undoGroup } from './undo-group.ts'

/** Some 5 ms of work. */
const recordsPerBreath = 500

export const many: Many = { preview, act, undoGroup }

async function preview(user: User, selection: Selection, act: ManyAct): Promise<ManyPreview> {
  const counts = { changed: 0, unchanged: 0, gone: 0, asked: 0, in_use: 0 }
  const { kind } = user.replica.table(selection.kind)
  let total = 0
  for await (const outcome of outcomes(user, selection, act)) {
    counts[outcome.becomes]++
    total++
  }
  const { changed, unchanged, asked, in_use } = counts
  const refused = [
    { code: 'asked', count: asked },
    { code: 'in_use', count: in_use },
  ] as const
  return {
    ...{ total, changed, unchanged, issues: issuesOf(kind, act) },
    refused: refused.filter(({ count }) => count > 0),
  }
}

function issuesOf(kind: Kind, act: ManyAct): ManyPreview['issues'] {
  if (act.do === 'delete') return []
  return Object.entries(act.fields).flatMap(([name, value]) => {
    const field = fieldNamed(kind, name)
    const fault = field?.fillable ? faultOf(value, field) : { code: 'unknown_field' }
    return fault ? [{ field: name, ...fault }] : []
  })
}

/** Others are answered in between. */
async function* outcomes(user: User, selection: Selection, act: ManyAct): AsyncGenerator<Outcome> {
  const outcomeOf = outcomesOf(user.replica, selection.kind, act)
  for (const [at, uid] of selectedUids(user, selection).entries()) {
    if (at > 0 && at % recordsPerBreath === 0) await user.world.pause(0)
    yield outcomeOf(uid)
  }
}

/** Nothing is done with values that no record may have. */
async function act(user: User, selection: Selection, wanted: ManyAct): Promise<ManyDone> {
  const { replica, outside } = user
  const { kind } = replica.table(selection.kind)
  if (issuesOf(kind, wanted).length > 0) return { outcome: 'saved', group: null, changed: 0 }
  const [since, at] = [replica.works.newest, outside.now()]
  const acts: NewAct[] = []
  for await (const outcome of outcomes(user, selection, wanted)) {
    if (outcome.becomes !== 'changed') continue
    const { uid } = outcome.shown
    acts.push({ kind: kind.name, uid, since, at, deed: deedOf(kind, outcome), ...givenIdOf(replica, uid) })
  }
  return { outcome: 'saved', group: await addTogether(user, acts), changed: acts.length }
}

function deedOf(kind: Kind, { shown, changes }: Extract<Outcome, { becomes: 'changed' }>): Deed {
  if (changes) return { do: 'edit', changes, shown: shown.fields }
  // [PV6]
  return { do: 'delete', shown: knownFields(kind, shown.fields) }
}

/** [PU13] */
function givenIdOf(replica: Replica, uid: string): Pick<NewAct, 'givenId'> {
  const givenId = replica.givenIdOf(uid)
  return givenId === undefined ? {} : { givenId }
}
