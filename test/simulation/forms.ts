/** What people do in forms beside saving them: leave them half filled in, come back, mend what was refused. */
import type { AttentionItem, Edit } from '../../client/contract.ts'
import type { Value } from '../../shared/fields.ts'
import type { Fields } from '../../shared/record.ts'
import type { Chaos } from './chaos.ts'
import { endOf } from './drafts.ts'
import { shortOf } from './ledger.ts'
import type { SimProfile, SimTab } from './profile.ts'

/** The person at the form. */
interface Typist {
  profile: SimProfile
  chaos: Chaos
  /** Fields of a kind with values never used before. */
  tagsFor(kind: string): Record<string, string>
  device(tab: SimTab, record: string): Promise<Value>
  save(tab: SimTab, edit: Edit, tagged: Record<string, string>): Promise<void>
}

/** A person fills in one form of a record at a time, whatever the tab. */
export const draftIdOf = ({ kind, uid }: Pick<Edit, 'kind' | 'uid'>) => `${kind} ${uid}`

/** The fields of a draft in which the person has typed something. */
function typed(seen: Fields | null, fields: Fields): Record<string, string> {
  const changed = Object.entries(fields).filter(([name, value]) => value !== seen?.[name])
  return Object.fromEntries(changed.filter((each): each is [string, string] => typeof each[1] === 'string'))
}

/** Types into the form of a record and leaves. */
export async function leaveForm(
  { profile, chaos, tagsFor }: Typist,
  tab: SimTab,
  { kind, uid, seen }: Pick<Edit, 'kind' | 'uid'> & { seen: Fields },
): Promise<void> {
  const tagged = tagsFor(kind)
  chaos.tell(`${tab.lane} leaves ${kind} ${shortOf(uid)} with ${JSON.stringify(tagged)}`)
  const [value = ''] = Object.values(tagged)
  const ended = profile.drafts.begin(tab.lane, draftIdOf({ kind, uid }), value)
  const mayBeWritten = profile.storage.watchEnds()
  const id = draftIdOf({ kind, uid })
  const fields = { ...seen, ...tagged }
  const { outcome } = await tab.engine.keepDraft({ id, kind, uid, seen, fields, asked: null })
  chaos.tell(`    ${tab.lane}: draft ${outcome}`)
  ended(endOf(outcome, outcome === 'failed' && mayBeWritten()))
}

/** Comes back to the first draft, and saves it or lets it go. Returns whether there was one. */
export async function takeDraft(person: Typist, tab: SimTab): Promise<boolean> {
  const answer = await tab.engine.drafts()
  const draft = answer.outcome === 'read' ? answer.drafts[0] : undefined
  if (!draft) return false
  const { kind, uid, seen, fields } = draft
  const record = await tab.engine.record(kind, uid)
  if (record && record.attention === null && person.chaos.chance(0.7)) {
    await person.save(tab, { kind, uid, seen, fields }, typed(seen, fields))
    return true
  }
  person.chaos.tell(`${tab.lane} lets the draft of ${shortOf(uid)} go`)
  const ended = person.profile.drafts.begin(tab.lane, draft.id, null)
  await tab.engine.dropDraft(draft.id)
  ended('not said')
  return true
}

/** Opens a rejected entry in its form, changes what was wrong with it, and saves it in its place. */
export async function mend(
  person: Typist,
  tab: SimTab,
  item: Extract<AttentionItem, { outcome: 'rejected' }>,
): Promise<void> {
  const { kind, uid, seq, base, mine } = item
  if (!mine) return
  const fields: Fields = { ...mine }
  const tagged: Record<string, string> = {}
  for (const { field, code } of item.issues) {
    if (code === 'too_long') Object.assign(tagged, tagOf(person, kind, field))
    if (code === 'unknown_reference') fields[field] = await person.device(tab, uid)
  }
  await person.save(
    tab,
    { kind, uid, seen: base, fields: { ...fields, ...tagged }, answers: seq, begun: mine, asked: item.asked },
    tagged,
  )
}

/** The form of a conflict between two edits, as it opens: what the server has, with what this person chose. */
export function answeringForm(item: AttentionItem): Edit | null {
  if (item.outcome !== 'conflict' || item.op !== 'update' || !item.theirs || !item.mine) return null
  const { kind, uid, seq, mine, changed, theirs } = item
  const chosen = Object.fromEntries(changed.map(name => [name, mine[name] ?? null]))
  const begun = { ...theirs.fields, ...chosen }
  return { kind, uid, seen: theirs.fields, fields: begun, begun, answers: seq, asked: item.asked }
}

function tagOf(person: Typist, kind: string, field: string): Record<string, string> {
  for (;;) {
    const tagged = person.tagsFor(kind)
    if (field in tagged) return tagged
  }
}

/** What the app offers is what was kept there last. */
export async function brokenDrafts({ name, drafts, storage }: SimProfile, tab: SimTab): Promise<string[]> {
  const broken: string[] = []
  for (const [address, { possible }] of drafts.places) {
    const [kind = '', uid = ''] = address.split(' ')
    const answer = await tab.engine.drafts({ kind, uid })
    if (storage.spoilt.some(({ place }) => place === `unsaved/${address}`)) continue
    if (answer.outcome !== 'read') {
      broken.push(`${name}: the draft of ${shortOf(uid)} cannot be read: ${JSON.stringify(answer)}`)
      continue
    }
    const [draft = null] = answer.drafts
    const found = draft && (Object.values(typed(draft.seen, draft.fields))[0] ?? null)
    if (!possible.has(found))
      broken.push(`${name}: the draft of ${shortOf(uid)} is ${found}, not ${[...possible].join(' or ')}`)
  }
  return broken
}
