/** What a list asks of the engine: who asks, and on which day, are part of some questions. */
import { computed, type ComputedRef } from 'vue'
import type { Query } from '../../contract.ts'
import { useContext } from '../context.ts'
import { useSession } from '../stores/session.ts'
import { useNow } from '../ui/useNow.ts'
import { dayOf, type ListState, toQuery } from './list-query.ts'

export function useQueryOf(state: () => ListState): ComputedRef<Query> {
  const session = useSession()
  const now = useNow(useContext().now)
  const today = computed(() => dayOf(now.value))
  return computed(() => toQuery(state(), { username: session.account?.username ?? '', today: today.value }))
}
