/**
 * The fields that the next new record takes from the one before: which they are is remembered on this device, what they
 * hold in memory alone, as nothing entered stands readable on a disk. [UI33, PG4]
 */
import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { Fields } from '../../../shared/record.ts'
import { useSession } from './session.ts'

const key = 'records.pins'

export const usePins = defineStore('pins', () => {
  const session = useSession()
  /** Names of fields, by kind. */
  const names = ref(JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, string[]>)
  /** The last new record of each kind, by whoever made it. */
  const made = new Map<string, Fields>()
  const keyOf = (kind: string) => `${session.account?.id} ${kind}`

  function isPinned(kind: string, field: string): boolean {
    return names.value[kind]?.includes(field) === true
  }

  function toggle(kind: string, field: string): void {
    const others = (names.value[kind] ?? []).filter(name => name !== field)
    names.value = { ...names.value, [kind]: isPinned(kind, field) ? others : [...others, field] }
    localStorage.setItem(key, JSON.stringify(names.value))
  }

  function keptFor(kind: string): Fields {
    const fields = Object.entries(made.get(keyOf(kind)) ?? {})
    return Object.fromEntries(fields.filter(([name]) => isPinned(kind, name)))
  }

  /** Of whoever is signed in, for the page that comes after this one. */
  const all = () => Object.fromEntries(Object.keys(names.value).map(kind => [kind, keptFor(kind)]))
  const keep = (kind: string, fields: Fields) => made.set(keyOf(kind), fields)

  function takeUp(kept: Record<string, Fields>): void {
    for (const [kind, fields] of Object.entries(kept)) keep(kind, fields)
  }

  return { isPinned, toggle, keptFor, all, takeUp, keep }
})
