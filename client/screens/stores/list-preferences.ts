/**
 * What this person wants of their lists, as this browser keeps it: by account, so that another person here never sees it.
 * What keeps it in step with the account comes later. [AC10]
 */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { ErrorCode } from '../../../shared/errors.ts'
import { areSame, chosen, differing, merged, type Preferences } from '../../../shared/preferences.ts'
import { useContext } from '../context.ts'
import { preferred } from './preferred.ts'
import { useSession } from './session.ts'

const note = 'lists'

/** What the entries are called. `view`: the columns as somebody has changed them in that view. */
export const entryNames = {
  columns: (kind: string, screenClass: string, view?: string) =>
    ['columns', kind, screenClass, ...(view === undefined ? [] : [view])].join(' '),
  view: (kind: string, id: string) => `view ${kind} ${id}`,
  /** The id of the view with which the list opens. */
  opening: (kind: string) => `default ${kind}`,
}

export const useListPreferences = defineStore('list-preferences', () => {
  const { now, engine } = useContext()
  const session = useSession()
  const entries = shallowRef<Preferences>({})
  /** Why the account has not been reached, or not taken what is here; null: it has. */
  const failure = shallowRef<ErrorCode | null>(null)
  let key: string | null = null

  watch(
    () => session.account?.id,
    userId => {
      key = userId === undefined ? null : `records.lists.${userId}`
      entries.value = userId === undefined ? {} : merged(keptBefore(userId), stored())
      failure.value = null
    },
    { immediate: true, flush: 'sync' },
  )
  // [LK2] A view says what it looks for: where there is a lock, it stands behind that.
  watch(
    () => session.opening.state === 'open' && session.hasLock === true,
    isSealed => {
      if (!isSealed || key === null) return
      show(merged(entries.value, (session.notes[note] ?? {}) as Preferences))
      if (localStorage.getItem(key) !== null) void engine.keepNote(note, entries.value)
      localStorage.removeItem(key)
    },
    { immediate: true, flush: 'sync' },
  )

  function stored(): Preferences {
    const text = key === null ? null : localStorage.getItem(key)
    return text === null ? {} : (JSON.parse(text) as Preferences)
  }

  /** With what other tabs have kept since. */
  const known = () => merged(entries.value, stored())

  /** [LK12] While it is not known how the data stands, in memory alone. */
  function keep(next: Preferences): void {
    const isOpen = session.opening.state === 'open'
    if (isOpen && session.hasLock === true && !areSame(next, entries.value)) void engine.keepNote(note, next)
    if (isOpen && session.hasLock === false && key !== null && !areSame(next, stored()))
      localStorage.setItem(key, JSON.stringify(next))
    show(next)
  }

  /** What is the same stays the same: whoever shows it would be drawn anew. */
  function show(next: Preferences): void {
    if (!areSame(next, entries.value)) entries.value = next
  }

  function valueOf(name: string): unknown {
    return entries.value[name]?.value ?? null
  }

  /** By name; null takes away. Returns what they were. */
  function put(values: Record<string, unknown>): Record<string, unknown> {
    const names = Object.keys(values)
    const before = Object.fromEntries(names.map(name => [name, valueOf(name)]))
    const all = known()
    keep({ ...all, ...chosen(all, values, now()) })
    return before
  }

  /** The account's answer. What was sent is as the account has it now; what was chosen meanwhile holds. */
  function receive(theirs: Preferences, sent: Preferences = {}): void {
    keep(merged(theirs, differing(known(), sent)))
  }

  /** Another tab may have kept something. */
  const follow = () => keep(known())

  return { entries, failure, valueOf, put, receive, follow }
})

/** [UP4] As the app kept columns at first: before all that was chosen since. */
function keptBefore(userId: string): Preferences {
  const kinds = Object.entries(preferred().lists?.[userId] ?? {})
  return Object.fromEntries(
    kinds.flatMap(([kind, { columns }]) =>
      Object.entries(columns).map(([screenClass, value]) => [
        entryNames.columns(kind, screenClass),
        { value, at: 0 },
      ]),
    ),
  )
}
