/** [SC10] What others have handed over, as the server told it last; asked again after a sync, now and then. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import type { HandedWork } from '../../../shared/handed-message.ts'
import { useContext } from '../context.ts'
import { quietly } from './quietly.ts'
import { useSession } from './session.ts'
import { useSync } from './sync.ts'

const betweenMs = 60_000

export const useHanded = defineStore('handed', () => {
  const { handed, now } = useContext()
  const session = useSession()
  const sync = useSync()
  const work = shallowRef<HandedWork[]>([])
  let askedAt = -Infinity

  /** Without a network it stays as it was. */
  async function load(): Promise<void> {
    askedAt = now()
    await quietly(async () => {
      work.value = await handed.all()
    })
  }

  watch(
    () => (session.mayGrant ? (sync.status?.lastSyncedAt ?? null) : null),
    at => at !== null && now() - askedAt >= betweenMs && void load(),
    { immediate: true },
  )
  return { work, count: computed(() => (session.mayGrant ? work.value.length : 0)), load }
})
