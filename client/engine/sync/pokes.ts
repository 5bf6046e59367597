/** Server-sent events, in one tab of the profile at a time: a poke says that there is news, never what. */

interface PokeOptions {
  lock: string
  locks: LockManager
  after(milliseconds: number, call: () => void): () => void
  poked(): void
  onBug(error: unknown): void
}

/** A closed stream (signed out, server stopped) is opened again after this time. */
const reopenMs = 60_000

/** Returns how to stop. */
export function openPokes({ lock, locks, after, poked, onBug }: PokeOptions): () => void {
  const stopped = new AbortController()
  const { signal } = stopped

  function hold(): Promise<void> {
    return new Promise(resolve => {
      let close = connect()
      function connect(): () => void {
        const events = new EventSource('/api/sync/events')
        let cancel = () => {}
        events.addEventListener('clock', poked)
        events.addEventListener('error', () => {
          if (events.readyState !== EventSource.CLOSED) return
          cancel = after(reopenMs, () => {
            close = connect()
          })
        })
        return () => {
          cancel()
          events.close()
        }
      }
      signal.addEventListener('abort', () => {
        close()
        resolve()
      })
    })
  }

  locks.request(lock, { signal }, hold).catch((error: unknown) => {
    if (!signal.aborted) onBug(error)
  })
  return () => stopped.abort()
}
