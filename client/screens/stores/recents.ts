/**
 * The records that each person opened last on this browser, and those that they picked last for a field: uids alone, as
 * nothing entered stands readable on a disk. [UI91, UI71, PG4]
 */
import { defineStore } from 'pinia'
import { ref } from 'vue'
import { useSession } from './session.ts'

const key = 'records.recents'
const keptAtMost = 8

export interface Recent {
  kind: string
  uid: string
}

type Purpose = 'opened' | 'picked'

export const useRecents = defineStore('recents', () => {
  const session = useSession()
  /** By the id of the account, the last one first. */
  const all = ref(
    JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, Partial<Record<Purpose, Recent[]>>>,
  )
  const own = () => (session.account && all.value[session.account.id]) ?? {}

  function list(purpose: Purpose): readonly Recent[] {
    return own()[purpose] ?? []
  }

  function note(purpose: Purpose, { kind, uid }: Recent): void {
    if (!session.account) return
    const others = list(purpose).filter(each => each.kind !== kind || each.uid !== uid)
    const kept = [{ kind, uid }, ...others].slice(0, keptAtMost)
    all.value = { ...all.value, [session.account.id]: { ...own(), [purpose]: kept } }
    localStorage.setItem(key, JSON.stringify(all.value))
  }

  return { list, note }
})
