/** What is counted, for Prometheus. Whoever counts is handed this; names and values never come here. [OP3] */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export interface Asked {
  method: string
  /** The route's pattern: a path could hold anything. */
  route: string
  status: number
}

export type PushOutcome = 'settled' | 'refused' | 'failed'

export interface Metrics {
  /** Says how many seconds have passed since it was made. */
  timer(): () => number
  request(asked: Asked, seconds: number): void
  push(outcome: PushOutcome): void
  /** `outcome`: as its person is answered. */
  mutation(outcome: string): void
  /** How long a push waited for its turn. */
  waited(seconds: number): void
  /** How long a transaction of pushes took. */
  settled(seconds: number): void
  text(): Promise<string>
}

export const contentType = Registry.PROMETHEUS_CONTENT_TYPE

const buckets = [0.005, 0.02, 0.1, 0.5, 1, 5, 30]

/** Any other word in place of a method is one. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])

/** `ofProcess`: also what Node and the system say of this process; one for each process. */
export function createMetrics({
  seconds,
  ofProcess = false,
}: {
  /** A clock that only goes on. */
  seconds(): number
  ofProcess?: boolean
}): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `records_${name}`, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Histogram({ name: `records_${name}`, help, labelNames, buckets, registers })
  const requests = counter('http_requests_total', 'Answers, by route and status', [
    'method',
    'route',
    'status',
  ])
  const took = histogram('http_request_duration_seconds', 'From a request to the start of its answer', [
    'method',
    'route',
  ])
  const pushes = counter('pushes_total', 'Pushes, by how they ended', ['outcome'])
  const mutations = counter('mutations_total', 'Mutations of settled pushes, by how they ended', ['outcome'])
  const waiting = histogram('push_wait_seconds', 'How long pushes waited for others', [])
  const settling = histogram('settle_seconds', 'How long transactions of pushes took', [])
  if (ofProcess) collectDefaultMetrics({ register: registry })
  return {
    timer() {
      const since = seconds()
      return () => seconds() - since
    },
    request({ method, route, status }, inSeconds) {
      const known = methods.has(method) ? method : 'other'
      requests.inc({ method: known, route, status })
      took.observe({ method: known, route }, inSeconds)
    },
    push: outcome => pushes.inc({ outcome }),
    mutation: outcome => mutations.inc({ outcome }),
    waited: inSeconds => waiting.observe(inSeconds),
    settled: inSeconds => settling.observe(inSeconds),
    text: () => registry.metrics(),
  }
}

/** Where nobody asks how much there was. */
export const uncounted: Metrics = {
  timer: () => () => 0,
  request: () => {},
  push: () => {},
  mutation: () => {},
  waited: () => {},
  settled: () => {},
  text: async () => '',
}
