/** Asks before somebody leaves while something is being written: that would be given up. */
import { onScopeDispose, shallowRef, watch } from 'vue'
import { useRouter } from 'vue-router'
import { useSession } from '../stores/session.ts'
import { useEvent } from '../ui/useEvent.ts'

export function useStaying(isBusy: () => boolean) {
  const router = useRouter()
  const session = useSession()
  /** Answers the question that is open. */
  const answer = shallowRef<((mayGo: boolean) => void) | null>(null)
  const isOurs = () => isBusy() && session.account !== null && session.opening.state === 'open'

  function settle(mayGo: boolean): void {
    answer.value?.(mayGo)
    answer.value = null
  }

  const stop = router.beforeEach(to => {
    if (to.meta.isPublic || !isOurs()) return true
    settle(false)
    return new Promise<boolean>(resolve => (answer.value = resolve))
  })
  // It is done: what it has come to is to be seen first.
  watch(isBusy, busy => busy || settle(false))
  useEvent(window, 'beforeunload', event => isOurs() && event.preventDefault())
  onScopeDispose(() => {
    stop()
    settle(true)
  })

  return { isAsking: answer, settle }
}
