/** What a person can do about unsent work: have it sent now, or keep it, and forms that were not saved, as a file. */
import { computed } from 'vue'
import type { Draft } from '../../contract.ts'
import { useContext } from '../context.ts'
import { useDisclosures } from './disclosures.ts'
import { useDesk } from './desk.ts'
import { useSync } from './sync.ts'
import { download } from '../ui/download.ts'
import { useWords } from '../words/useWords.ts'

export function useSending() {
  const { engine, now } = useContext()
  const { t } = useWords()
  const sync = useSync()
  const desk = useDesk()
  const disclosures = useDisclosures()
  const isRunning = computed(() => sync.status?.state === 'running')

  async function syncNow(): Promise<void> {
    desk.say(t('sync.startedNow'))
    await engine.syncNow()
  }

  /** [AU6] */
  function take(what: string, text: string): void {
    const minute = new Date(now()).toISOString().slice(0, 16).replace(':', '-')
    disclosures.add({ what: 'unsent_taken' })
    download(`${what}-${minute}.json`, text, 'application/json')
  }

  /** Everything unsent, whatever waits for its person among it. */
  async function saveFile(): Promise<void> {
    take('unsent', await engine.unsentFile())
  }

  /** [SC10] Forms that were not saved, for people to read. */
  function saveForms(drafts: readonly Draft[]): void {
    const savedAt = new Date(now()).toISOString()
    take('unsaved', JSON.stringify({ format: 'records-unsaved', savedAt, drafts }, null, 2))
  }

  return { isRunning, syncNow, saveFile, saveForms }
}
