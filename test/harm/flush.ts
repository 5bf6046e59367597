/** Counts, by watching the server's system calls, that each acknowledged batch was flushed before its answer. */
import { readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Random } from './random.ts'
import type { Report, Scenario, Size } from './scenario.ts'
import { HarmServer } from './server.ts'
import { wireTo } from './wire.ts'
import { Writer } from './writer.ts'

interface Flush {
  startedAt: number
  endedAt: number
}

export const flush: Scenario = {
  name: 'flush',
  about: 'a flush of the write-ahead log between each push and its answer, seen by strace; count = pushes',
  count: 2000,
  async run({ count, seed, planted = '' }: Size, report: Report) {
    if (!hasStrace()) return report.violation('no strace here, or it may not trace: nothing was measured')
    const trace = join('/tmp', `records-flush-${process.pid}-${Date.now()}.txt`)
    const under = ['strace', '-D', '-f', '-ttt', '-T', '-y', '-e', 'trace=fsync,fdatasync', '-o', trace]
    const server = await HarmServer.start({ under, planted })
    try {
      const cookie = await server.editor()
      const writer = new Writer(new Random(seed))
      const wire = wireTo(server.origin, cookie)
      const pushes: Flush[] = []
      for (let i = 0; i < count; i++) {
        const startedAt = now()
        const answered = await wire.push(writer.batch())
        pushes.push({ startedAt, endedAt: now() })
        if (answered.outcome !== 'answered') return report.violation(`a push was ${answered.outcome}`)
        for (const wrong of writer.hear(answered.answer)) report.violation(wrong)
      }
      await server.end('SIGTERM')
      judge(flushesIn(readFileSync(trace, 'utf8')), pushes, report)
    } finally {
      await server.remove()
      spawnSync('rm', ['-f', trace])
    }
  },
}

export function hasStrace(): boolean {
  return spawnSync('strace', ['-e', 'trace=fsync', 'true']).status === 0
}

/** Seconds, on the clock that strace prints. */
const now = () => (performance.timeOrigin + performance.now()) / 1000

/** Flushes of the write-ahead log that succeeded. */
function flushesIn(trace: string): Flush[] {
  const line = /^\d+\s+(\d+\.\d+) f(?:data)?sync\(\d+<[^>]*records\.db-wal>\)\s+= 0 <(\d+\.\d+)>$/
  return trace.split('\n').flatMap(text => {
    const match = line.exec(text)
    if (!match) return []
    const startedAt = Number(match[1])
    return [{ startedAt, endedAt: startedAt + Number(match[2]) }]
  })
}

function judge(flushes: readonly Flush[], pushes: readonly Flush[], report: Report): void {
  let next = 0
  let unflushed = 0
  for (const { startedAt, endedAt } of pushes) {
    while ((flushes[next]?.startedAt ?? Infinity) < startedAt) next++
    if ((flushes[next]?.endedAt ?? Infinity) > endedAt) unflushed++
  }
  report.measure('acknowledged batches, one after the other', pushes.length)
  report.measure('flushes of the write-ahead log', flushes.length)
  report.measure('answered without a flush in between', unflushed)
  report.expect(unflushed === 0, `${unflushed} batches were acknowledged before a flush`)
}
