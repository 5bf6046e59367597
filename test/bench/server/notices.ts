/**
 * From a push that one server process has answered to the event that another one sends: `node test/bench/server/notices.ts
 * --pushes 100`. Prints how long that takes with notices.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { a } from '../../contract/edits.ts'
import { startPostgres } from '../../faults/postgres.ts'
import { ServerProcess } from '../../faults/server.ts'
import { wireTo } from '../../faults/wire.ts'
import { quantile } from '../statistics.ts'

const { values } = parseArgs({ options: { pushes: { type: 'string', default: '100' } } })

const postgres = await startPostgres()
if (!postgres) throw new Error('There is no PostgreSQL on this machine')
const servers: ServerProcess[] = []
try {
  for (let n = 0; n < 2; n++) servers.push(await ServerProcess.start({ databaseUrl: postgres.url }))
  const [one, other] = servers as [ServerProcess, ServerProcess]
  const cookie = await one.editor()
  const heard = new Map<number, number>()
  const stop = await hear(other.origin, cookie, heard)
  const wire = wireTo(one.origin, cookie)
  const took: number[] = []
  await pause(1_000)
  for (let n = 0; n < Number(values.pushes); n++) {
    const answered = await wire.push([a.recordB()])
    const at = performance.now()
    if (answered.outcome !== 'answered') throw new Error(`a push was ${answered.outcome}`)
    const { clock } = answered.answer
    while (!heard.has(clock)) await pause(1)
    took.push(Math.max(0, (heard.get(clock) ?? 0) - at))
    await pause(50)
  }
  stop()
  console.log(
    `${took.length} pushes, answered by one process → told by another: p50 ${quantile(took, 0.5).toFixed(1)} ms, p99 ${quantile(took, 0.99).toFixed(1)} ms`,
  )
} finally {
  for (const server of servers) await server.remove()
  await postgres.stop()
}

/** Clock → when it was told. */
async function hear(origin: string, cookie: string, heard: Map<number, number>): Promise<() => void> {
  const end = new AbortController()
  const response = await fetch(`${origin}/api/sync/events`, { headers: { cookie }, signal: end.signal })
  const follow = async (): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? [])
      for (const [, clock] of decoder.decode(bytes).matchAll(/data: (\d+)/g))
        heard.set(Number(clock), performance.now())
  }
  follow().catch((error: unknown) => {
    if (!end.signal.aborted) throw error
  })
  return () => end.abort()
}
