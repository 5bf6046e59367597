/**
 * A page that the browser sets aside for the way back. Left as it is, it would keep its worker, frozen, with the locks
 * and transactions of that moment, and every other page of this person's would wait for them without end (WebKit).
 */
import type { Connection } from '../connect.ts'

interface Leaving {
  page: EventTarget
  connection: Pick<Connection, 'end' | 'renew'>
  /** Drafts that could not be kept when the page went are kept by the new worker; whether they are. */
  keepForms(): Promise<boolean>
  reload(): void
  /** The page has the only copy of something typed. */
  stay(): void
}

/** [WK2] Comes back as a page that was loaded anew, unless something typed on it would go with that. */
export function leaveWhole({ page, connection, keepForms, reload, stay }: Leaving): void {
  const isKept = (event: Event) => (event as PageTransitionEvent).persisted
  page.addEventListener('pagehide', event => {
    if (isKept(event)) connection.end()
  })
  page.addEventListener('pageshow', event => {
    if (!isKept(event)) return
    connection.renew()
    void keepForms()
      .catch(() => false)
      .then(areKept => (areKept ? reload() : stay()))
  })
}
