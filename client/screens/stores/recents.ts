/** The records that each person opened last on this browser: uids alone, as nothing entered stands readable on a disk. [UI91, PG4] */
import { defineStore } from 'pinia'
import { ref } from 'vue'
import { useSession } from './session.ts'

const key = 'records.recent'
const keptAtMost = 8

export interface Recent {
  kind: string
  uid: string
}

export const useRecents = defineStore('recents', () => {
  const session = useSession()
  /** By the id of the account, the last one first. */
  const all = ref(JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, Recent[]>)

  function list(): readonly Recent[] {
    return (session.account && all.value[session.account.id]) ?? []
  }

  function note(kind: string, uid: string): void {
    if (!session.account) return
    const others = list().filter(each => each.kind !== kind || each.uid !== uid)
    const own = [{ kind, uid }, ...others].slice(0, keptAtMost)
    all.value = { ...all.value, [session.account.id]: own }
    localStorage.setItem(key, JSON.stringify(all.value))
  }

  return { list, note }
})
