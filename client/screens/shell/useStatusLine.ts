/** The status line as it is now, and the time that its ages are told by. */
import { computed } from 'vue'
import { useContext } from '../context.ts'
import { useReadiness } from '../stores/readiness.ts'
import { useSession } from '../stores/session.ts'
import { statusLine } from '../stores/status-line.ts'
import { useSync } from '../stores/sync.ts'
import { useNow } from '../ui/useNow.ts'

export function useStatusLine() {
  const now = useNow(useContext().now)
  const sync = useSync()
  const session = useSession()
  const readiness = useReadiness()
  const line = computed(() => {
    const { isExpired } = session
    return statusLine({ status: sync.status, isExpired, readiness: readiness.state }, now.value)
  })
  return { line, now }
}
