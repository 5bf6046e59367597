/** What is known of an offer to a restored server, from one run to the next. */
import type { Parked } from '../disk/outbox.ts'
import type { Suspicion } from './suspicion.ts'

/** What a restored server has answered so far: after a request that failed it goes on from there. */
export class Offered {
  history: string | null = null
  /** By mutation id. */
  readonly results = new Map<string, Parked | 'applied'>()

  forget(): void {
    this.history = null
    this.results.clear()
  }
}

export interface ReofferOptions {
  suspicion: Suspicion
  offered: Offered
  signal: AbortSignal
}
