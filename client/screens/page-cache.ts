/**
 * A page that the browser sets aside for the way back. Left as it is, it would keep its worker, and what it asks of the disk itself,
 * frozen with the locks and transactions of that moment, and every page that comes would wait for them without end (WebKit).
 */
import type { Connection } from '../connect.ts'
import type { DurableValue } from '../storage/durable-value.ts'

interface Leaving {
  page: EventTarget
  connection: Pick<Connection, 'end' | 'renew'>
  signedIn: Pick<DurableValue<unknown>, 'setAside' | 'comeBack'>
  /** Drafts that could not be kept when the page went are kept by the new worker; whether they are. */
  keepForms(): Promise<boolean>
  reload(): void
  /** The page has the only copy of something typed. */
  stay(): void
}

/** [WK2] Comes back as a page that was loaded anew, unless something typed on it would go with that. */
export function leaveWhole({ page, connection, signedIn, keepForms, reload, stay }: Leaving): void {
  const isKept = (event: Event) => (event as PageTransitionEvent).persisted
  page.addEventListener('pagehide', event => {
    if (!isKept(event)) return
    connection.end()
    signedIn.setAside()
  })
  page.addEventListener('pageshow', event => {
    if (!isKept(event)) return
    connection.renew()
    signedIn.comeBack()
    void keepForms()
      .catch(() => false)
      .then(areKept => (areKept ? reload() : stay()))
  })
}
