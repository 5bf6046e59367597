/** What a person can do about unsent work: have it sent now, or keep it as a file. */
import { computed } from 'vue'
import { useContext } from '../../context.ts'
import { useDisclosures } from '../../stores/disclosures.ts'
import { useDesk } from '../../stores/desk.ts'
import { useSync } from '../../stores/sync.ts'
import { download } from '../../ui/download.ts'
import { useWords } from '../../words/useWords.ts'

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

  async function saveFile(): Promise<void> {
    const minute = new Date(now()).toISOString().slice(0, 16).replace(':', '-')
    disclosures.add({ what: 'unsent_taken' })
    download(`unsent-${minute}.json`, await engine.unsentFile(), 'application/json')
  }

  return { isRunning, syncNow, saveFile }
}
