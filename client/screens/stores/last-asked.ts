/** What each list was asked for last, for the way back to it from another kind. In memory alone: another person may be next. */
import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { LocationQueryRaw } from 'vue-router'
import { useSession } from './session.ts'

export const useLastAsked = defineStore('last-asked', () => {
  const session = useSession()
  const queries = shallowReactive(new Map<string, LocationQueryRaw>())
  const keyOf = (kind: string) => `${session.account?.id} ${kind}`

  function keep(kind: string, query: LocationQueryRaw): void {
    queries.set(keyOf(kind), query)
  }

  function queryOf(kind: string): LocationQueryRaw {
    return queries.get(keyOf(kind)) ?? {}
  }

  /** Of whoever is signed in, for the page that comes after this one. */
  const all = () => {
    const own = keyOf('')
    const found = [...queries].filter(([key]) => key.startsWith(own))
    return Object.fromEntries(found.map(([key, query]) => [key.slice(own.length), query]))
  }

  function takeUp(kept: Record<string, LocationQueryRaw>): void {
    for (const [kind, query] of Object.entries(kept)) keep(kind, query)
  }

  return { keep, queryOf, all, takeUp }
})
