/** A cable to the server on which the worker's script gets a few lines more: IndexedDB that fails when it is told to. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'

/**
 * `quota`: the call itself says so. `full`: as browsers mostly do it, the transaction is aborted for that. `blocked`: the
 * connection is lost, and a new one does not open.
 */
export type Fault = 'quota' | 'full' | 'abort' | 'lost' | 'blocked'

export interface Plan {
  fault: Fault
  /** Which call of IndexedDB fails, counted from 0 from now on. */
  at: number
  /** Whether all calls after it fail, too, until the fault ends. */
  isLasting: boolean
}

/** What pages and worker say to each other, on a channel of this name. */
export const channelName = 'faults'

/** Runs in the worker before everything else; self-contained, because it travels as text. */
function faultyStorage(name: string): void {
  const channel = new BroadcastChannel(name)
  let plan: Plan | null = null
  let calls = 0
  let hits = 0
  channel.addEventListener('message', ({ data }: MessageEvent<{ plan?: Plan | null }>) => {
    channel.postMessage({ calls, hits })
    if (data.plan === undefined) return
    plan = data.plan
    calls = 0
    hits = 0
  })
  function due(): Fault | null {
    const call = calls++
    if (!plan || (plan.isLasting ? call < plan.at : call !== plan.at)) return null
    hits++
    return plan.fault
  }
  const quota = () => new DOMException('injected', 'QuotaExceededError')
  const lost = () => new DOMException('Connection to Indexed Database server lost', 'UnknownError')

  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...given) {
    const fault = due()
    if (fault === 'quota') throw quota()
    if (fault === 'lost' || fault === 'blocked') this.close()
    const transaction = begin.apply(this, given)
    end(transaction, fault)
    return transaction
  }
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function (this: IDBFactory, ...given) {
    const fault = due()
    if (fault === 'quota' || fault === 'full') throw quota()
    if (fault === 'lost' || fault === 'abort') throw lost()
    // A request of which nothing is ever heard.
    if (fault === 'blocked') return new EventTarget() as IDBOpenDBRequest
    return open.apply(this, given)
  }
  function end(transaction: IDBTransaction, fault: Fault | null): void {
    if (fault === 'full') Object.defineProperty(transaction, 'error', { get: quota })
    if (fault === 'abort' || fault === 'full') transaction.abort()
  }
  type Asked = IDBObjectStore | IDBIndex | IDBCursor
  function transactionOf(asked: Asked): IDBTransaction {
    if (asked instanceof IDBCursor) return transactionOf(asked.source)
    return asked instanceof IDBIndex ? asked.objectStore.transaction : asked.transaction
  }
  const queries = ['get', 'getKey', 'getAll', 'getAllKeys', 'openCursor', 'openKeyCursor', 'count']
  const methods = new Map<object, string[]>([
    [IDBObjectStore.prototype, [...queries, 'put', 'add', 'delete', 'clear']],
    [IDBIndex.prototype, queries],
    [IDBCursor.prototype, ['update', 'delete', 'continue', 'continuePrimaryKey', 'advance']],
  ])
  for (const [prototype, names] of methods) {
    for (const method of names) {
      const original = Reflect.get(prototype, method) as (...given: unknown[]) => unknown
      Reflect.set(prototype, method, function (this: Asked, ...given: unknown[]) {
        const fault = due()
        const transaction = transactionOf(this)
        if (fault === 'quota') throw quota()
        if (fault === 'lost') throw lost()
        if (fault === 'blocked') transaction.db.close()
        const result = original.apply(this, given)
        end(transaction, fault)
        return result
      })
    }
  }
}

const prelude = `;(${faultyStorage.toString()})(${JSON.stringify(channelName)});\n`

export class FaultyOrigin {
  readonly origin: string
  /** How many times the worker's script was handed out with the faults in it. */
  patched = 0
  readonly #server: Server

  private constructor(server: Server, port: number) {
    this.#server = server
    this.origin = `http://localhost:${port}`
  }

  static async start(targetPort: number): Promise<FaultyOrigin> {
    const server = createServer()
    server.listen(0, 'localhost')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('There is no port')
    const faulty = new FaultyOrigin(server, address.port)
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) =>
      faulty.#forward(targetPort, incoming, outgoing),
    )
    return faulty
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #forward(port: number, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method, url = '/' } = incoming
    const isWorker = /\/worker-[^/]+\.js$/.test(url)
    const headers = { ...incoming.headers, ...(isWorker ? { 'accept-encoding': 'identity' } : {}) }
    const onward = request({ host: '127.0.0.1', port, method, headers, path: url }, answer => {
      const { 'content-length': length, ...rest } = answer.headers
      const longer =
        length === undefined ? {} : { 'content-length': Number(length) + Buffer.byteLength(prelude) }
      outgoing.writeHead(answer.statusCode ?? 502, isWorker ? { ...rest, ...longer } : answer.headers)
      if (isWorker) {
        this.patched++
        outgoing.write(prelude)
      }
      answer.pipe(outgoing)
    })
    onward.once('error', () => outgoing.destroy())
    outgoing.once('close', () => onward.destroy())
    incoming.pipe(onward)
  }
}
