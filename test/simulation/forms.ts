/** What people do in forms beside saving them: leave them half filled in, and come back. */
import type { AttentionItem, Edit, RecordView } from '../../client/contract.ts'
import type { Fields } from '../../shared/record.ts'
import type { Actors } from './actors.ts'
import { shortOf } from './ledger.ts'
import { endOf, nothing } from './places.ts'
import type { SimProfile, SimTab } from './profile.ts'

/** The person at the form. */
interface Typist {
  profile: SimProfile
  actors: Actors
  /** Fields of a kind with values never used before. */
  tagsFor(kind: string): Record<string, string>
  save(tab: SimTab, edit: Edit, tagged: Record<string, string>): Promise<void>
}

/** The form of a record, as it opens. */
export function editOf({ kind, uid, fields, since }: RecordView): Edit & { seen: Fields } {
  return { kind, uid, seen: fields, fields, since, asked: null, draft: null }
}

/** The fields of a draft in which the person has typed something. */
function typed(seen: Fields | null, fields: Fields): Record<string, string> {
  const changed = Object.entries(fields).filter(([name, value]) => value !== seen?.[name])
  return Object.fromEntries(changed.filter((each): each is [string, string] => typeof each[1] === 'string'))
}

const holding = (value: string) => new Map([['', new Set([value])]])
const empty = new Map([['', nothing]])

/** Types into the form of a record and leaves. */
export async function leaveForm(
  { profile, actors, tagsFor }: Typist,
  tab: SimTab,
  edit: Edit,
): Promise<void> {
  const { kind, uid, seen, since, asked } = edit
  const tagged = tagsFor(kind)
  const id = await tab.engine.newUid()
  actors.chaos.tell(`${tab.lane} leaves ${kind} ${shortOf(uid)} with ${JSON.stringify(tagged)}`)
  const [value = ''] = Object.values(tagged)
  const ended = profile.drafts.begin(tab.lane, id, holding(value))
  const mayBeWritten = profile.storage.watchEnds()
  const fields = { ...edit.fields, ...tagged }
  const { outcome } = await tab.engine.keepDraft({ id, kind, uid, seen, fields, since, asked })
  actors.chaos.tell(`    ${tab.lane}: draft ${outcome}`)
  ended(endOf(outcome, mayBeWritten()))
}

/** Takes the first draft up in a form of its own, and saves it, lets it go, or leaves again. Returns whether there was one. */
export async function takeDraft(person: Typist, tab: SimTab): Promise<boolean> {
  const { profile, actors } = person
  const { chaos } = actors
  const listed = await tab.engine.drafts()
  const first = listed.outcome === 'read' ? listed.drafts[0] : undefined
  if (!first) return false
  const id = await tab.engine.newUid()
  const [value = ''] = Object.values(typed(first.seen, first.fields))
  const gave = profile.drafts.begin(tab.lane, first.id, empty)
  const took = profile.drafts.begin(tab.lane, id, holding(value))
  const taken = await tab.engine.takeDraft(first.id, id)
  chaos.tell(`${tab.lane} takes up the draft of ${shortOf(first.uid)}: ${JSON.stringify(taken.outcome)}`)
  gave(taken.outcome === 'read' ? 'written' : 'not said')
  took(taken.outcome === 'failed' ? 'not said' : taken.draft ? 'written' : 'not written')
  if (taken.outcome === 'failed' || !taken.draft || chaos.chance(0.1)) return true
  const { kind, uid, seen, fields, since, asked } = taken.draft
  if (chaos.chance(0.7)) {
    await person.save(tab, { kind, uid, seen, fields, since, asked, draft: id }, typed(seen, fields))
    return true
  }
  chaos.tell(`${tab.lane} lets the draft of ${shortOf(uid)} go`)
  const ended = profile.drafts.begin(tab.lane, id, empty)
  await tab.engine.dropDraft(id)
  ended('not said')
  return true
}

/** The form of what waits for attention, as it opens: this person's values, over what the server has. */
export function answeringForm(item: AttentionItem): Edit | null {
  if (!item.mine) return null
  const { kind, uid, mine, changed, asked, since } = item
  const theirs = item.outcome === 'conflict' ? item.theirs : null
  const chosen = Object.fromEntries(changed.map(name => [name, mine[name] ?? null]))
  const fields = theirs ? { ...theirs, ...chosen } : mine
  return { kind, uid, seen: fields, fields, since, asked, draft: null }
}

/** What the app offers is what was kept there last. */
export async function brokenDrafts({ name, drafts, storage }: SimProfile, tab: SimTab): Promise<string[]> {
  const answer = await tab.engine.drafts()
  if (answer.outcome !== 'read') return [`${name}: drafts cannot be read: ${JSON.stringify(answer)}`]
  const found = new Map(
    answer.drafts.map(({ id, seen, fields }) => [id, Object.values(typed(seen, fields))[0] ?? null]),
  )
  return drafts.all.flatMap(([id, slots]) => {
    const possible = slots.get('') ?? nothing
    const value = found.get(id) ?? null
    const isSpoilt =
      value === null && [...possible].some(each => each !== null && storage.hasSpoilt('', each))
    if (possible.has(value) || isSpoilt) return []
    return [`${name}: the draft ${shortOf(id)} is ${value}, not ${[...possible].join(' or ')}`]
  })
}
