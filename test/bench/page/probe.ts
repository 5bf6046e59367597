/**
 * In the page before the app starts: hears what the app asks its worker, and can ask the worker itself.
 * The probe's own questions go past the recorder.
 */
import { connect } from '../../../client/connect.ts'
import type { Engine, ResultWindow, SaveOutcome, SyncStatus } from '../../../client/contract.ts'
import { afterDraw, type Call, Recorder } from './recorder.ts'

/** As Comlink writes them. */
interface Question {
  id: string
  path?: string[]
}
interface Answer {
  id?: string
  value?: unknown
}

export class Probe {
  readonly recorder = new Recorder()
  readonly engine: Promise<Engine>
  /** When the browser last said so; ms since the page began to load. */
  onlineAt = 0

  constructor() {
    const worker = Promise.withResolvers<Engine>()
    this.engine = worker.promise
    addEventListener('online', event => (this.onlineAt = event.timeStamp))
    const adopt = (made: Worker) => worker.resolve(this.#adopt(made))
    window.Worker = class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args)
        adopt(this)
      }
    }
  }

  /** Resolves with the time at which that is so. */
  async until(isSo: (status: SyncStatus) => boolean): Promise<number> {
    const engine = await this.engine
    return new Promise(resolve => {
      void engine.subscribe(event => {
        if (event.type === 'status' && isSo(event.status)) resolve(performance.now())
      })
    })
  }

  /** Resolves with the time at which the frame under way has been drawn. */
  painted(): Promise<number> {
    return new Promise(resolve => afterDraw(() => resolve(performance.now())))
  }

  #adopt(worker: Worker): Engine {
    const post = worker.postMessage.bind(worker)
    const open = new Map<string, ReturnType<Recorder['ask']>>()
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if (data.id === undefined) return
      open.get(data.id)?.(summaryOf(data.value))
      open.delete(data.id)
    })
    worker.postMessage = (message: Question, rest: Transferable[] | StructuredSerializeOptions = {}) => {
      const method = message.path?.join('.')
      if (method) open.set(message.id, this.recorder.ask(method))
      post(message, Array.isArray(rest) ? { transfer: rest } : rest)
    }
    const far = {
      postMessage: post,
      addEventListener: worker.addEventListener.bind(worker),
      removeEventListener: worker.removeEventListener.bind(worker),
    } as unknown as Worker
    return connect(() => far).engine
  }
}

declare global {
  interface Window {
    bench: Probe
  }
}

function summaryOf(value: unknown): Pick<Call, 'total' | 'text'> {
  const { rows, total, outcome } = (value ?? {}) as Partial<ResultWindow & SaveOutcome>
  const text = rows?.map(({ fields }) => Object.values(fields).join('\t')).join('\n')
  return { total: total ?? -1, text: text ?? outcome ?? '' }
}

window.bench = new Probe()
