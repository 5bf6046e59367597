/**
 * What this person has had shown or taken that the lock protects, until the server knows. Kept sealed beside the records:
 * also what was shown without a network is told. [AU6]
 */
import { defineStore } from 'pinia'
import { computed, ref, watch } from 'vue'
import { type Disclosure, keptDisclosures } from '../../../shared/disclosures.ts'
import { useContext } from '../context.ts'
import { useSession } from './session.ts'

const note = 'disclosures'

interface Kept {
  told: Disclosure[]
  /** So many more, of which no more is known. */
  more: number
}

/** Hidden and shown again within that time, it was shown once. */
const sameMs = 60_000

type Undated<T> = T extends Disclosure ? Omit<T, 'at'> : never

export const useDisclosures = defineStore('disclosures', () => {
  const { engine, now } = useContext()
  const session = useSession()
  const kept = ref<Kept>({ told: [], more: 0 })
  const isWaiting = computed(() => kept.value.told.length + kept.value.more > 0)

  watch(
    () => session.opening.state === 'open' && session.account?.id,
    () => (kept.value = (session.notes[note] as Kept | undefined) ?? { told: [], more: 0 }),
    { immediate: true },
  )

  function keep(next: Kept): void {
    kept.value = next
    void engine.keepNote(note, next)
  }

  function add(what: Undated<Disclosure>): void {
    const { told, more } = kept.value
    const isSame = (each: Disclosure) =>
      now() - Date.parse(each.at) < sameMs &&
      JSON.stringify({ ...each, at: 0 }) === JSON.stringify({ ...what, at: 0 })
    if (told.some(isSame)) return
    const at = new Date(now()).toISOString()
    if (told.length < keptDisclosures) keep({ told: [...told, { ...what, at }], more })
    else keep({ told, more: more + 1 })
  }

  /** Those that the server knows now. */
  function settle(known: Kept): void {
    const { told, more } = kept.value
    keep({ told: told.slice(known.told.length), more: more - known.more })
  }

  return { kept, isWaiting, add, settle }
})
