/** What a list asks of the engine: who asks, and on which day, are part of some questions. */
import { computed, type ComputedRef } from 'vue'
import type { Query } from '../../contract.ts'
import { useContext } from '../context.ts'
import { useSession } from '../stores/session.ts'
import { useNow } from '../ui/useNow.ts'
import { dayOf } from '../ui/days.ts'
import { type ListState, toQuery } from './list-query.ts'

export function useQueryOf(state: () => ListState): ComputedRef<Query> {
  const session = useSession()
  const now = useNow(useContext().now)
  const today = computed(() => dayOf(now.value))
  const username = computed(() => session.account?.username ?? '')
  return computed(() => toQuery(state(), { username: username.value, today: today.value }))
}
