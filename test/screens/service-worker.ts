/** A browser's service worker as a page sees it, and what the browser does with it. */
import type { Keeper } from '../../client/screens/stores/readiness.ts'

class FakeWorker extends EventTarget {
  readonly messages: unknown[] = []
  state = 'installing'
  postMessage(message: unknown): void {
    this.messages.push(message)
  }
}

type Place = 'installing' | 'waiting' | 'active'

export class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  active: FakeWorker | null = null

  /** A worker begins to store the files of its version. */
  find(): void {
    this.installing = new FakeWorker()
    this.dispatchEvent(new Event('updatefound'))
  }

  /** The worker in one place goes to another; `null`: it is done with, and says so before it has gone. */
  move(from: Place, to: Place | null): void {
    const worker = this[from]
    if (!worker) return
    if (to) this[to] = worker
    else worker.state = 'redundant'
    if (to) this[from] = null
    worker.dispatchEvent(new Event('statechange'))
    this[from] = null
  }
}

export class FakeBrowser implements Keeper {
  storage: Keeper['storage'] = { estimate: () => Promise.resolve({ quota: 1e9, usage: 1e6 }) }
  /** How each registration so far was asked for. */
  readonly asked: string[] = []
  /** The answers to come, in order. */
  readonly answers: (FakeRegistration | Error)[]
  readonly serviceWorker: NonNullable<Keeper['serviceWorker']>

  constructor({
    isControlled = false,
    answers,
  }: Partial<{ isControlled: boolean }> & Pick<FakeBrowser, 'answers'>) {
    this.answers = answers
    this.serviceWorker = {
      controller: isControlled ? ({} as ServiceWorker) : null,
      register: url => {
        this.asked.push(String(url))
        const answer = this.answers.shift()
        if (!answer) throw new Error('Nobody expected another registration')
        return answer instanceof Error
          ? Promise.reject(answer)
          : Promise.resolve(answer as unknown as ServiceWorkerRegistration)
      },
    }
  }
}
