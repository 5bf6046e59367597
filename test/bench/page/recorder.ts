/** In a page: what a person did, what was asked for it, and when the answer was on the screen. */

/** All times are ms since the page began to load. */
export interface Act {
  /** When the key or the button went down or up, as the browser saw it; `handledAt`: as the page heard of it. */
  at: number
  handledAt: number
}

export interface Call {
  method: string
  askedAt: number
  answeredAt: number
  paintedAt: number
  /** The answer to a query: what it found and what of it was on the screen. */
  total: number
  /** All text in the answer's rows, to look for what was saved; of other answers their outcome. */
  text: string
}

/** Runs after the frame has been drawn whose callbacks run now. */
export function afterDraw(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = run
  port2.postMessage(null)
}

/** Runs after the next frame has been drawn. */
function afterPaint(run: () => void): void {
  requestAnimationFrame(() => afterDraw(run))
}

export class Recorder {
  acts: Act[] = []
  calls: Call[] = []
  longestTask = 0

  constructor() {
    let keyAt = 0
    addEventListener('keydown', event => (keyAt = event.timeStamp), { capture: true })
    addEventListener('input', () => this.#hear(keyAt), { capture: true })
    addEventListener('click', event => this.#hear(event.timeStamp), { capture: true })
    const tasks = new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) this.longestTask = Math.max(this.longestTask, duration)
    })
    tasks.observe({ type: 'longtask', buffered: true })
  }

  forget(): void {
    this.acts = []
    this.calls = []
  }

  /** Notes a question; to be called with its answer. */
  ask(method: string): (answer: Pick<Call, 'total' | 'text'>) => void {
    const call = { method, askedAt: performance.now(), answeredAt: 0, paintedAt: 0, total: -1, text: '' }
    this.calls.push(call)
    return answer => {
      Object.assign(call, answer, { answeredAt: performance.now() })
      afterPaint(() => (call.paintedAt = performance.now()))
    }
  }

  #hear(at: number): void {
    this.acts.push({ at, handledAt: performance.now() })
  }
}
