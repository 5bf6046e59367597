/** Counts, by watching the server's system calls, that each acknowledged batch was flushed before its answer. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from './postgres.ts'
import { Random } from './random.ts'
import type { Report, Scenario, Size } from './scenario.ts'
import { ServerProcess } from './server.ts'
import { type Wire, wireTo } from './wire.ts'
import { Writer } from './writer.ts'

/** People who push at one moment. */
const together = 32

interface Flush {
  startedAt: number
  endedAt: number
}

export const flush: Scenario = {
  name: 'flush',
  about: 'a flush of the write-ahead log between each push and its answer, seen by strace; count = pushes',
  count: 2000,
  async run(size, report) {
    if (!hasStrace()) return report.violation('no strace here, or it may not trace: nothing was measured')
    const folder = mkdtempSync(join(tmpdir(), 'records-flush-'))
    const server = await ServerProcess.start({ under: strace(folder), mutants: size.mutants ?? '' })
    try {
      const pushes = await pushOften(wireTo(server.origin, await server.editor()), size, report)
      await server.end('SIGTERM')
      judge(flushesIn(folder, 'records.db-wal'), pushes, report)
    } finally {
      await server.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

export const flushTogether: Scenario = {
  name: 'flush-together',
  about: 'the same while 32 people push at one moment, of whom many share a flush; count = pushes',
  count: 6400,
  async run(size, report) {
    if (!hasStrace()) return report.violation('no strace here, or it may not trace: nothing was measured')
    const folder = mkdtempSync(join(tmpdir(), 'records-flush-'))
    const server = await ServerProcess.start({ under: strace(folder), mutants: size.mutants ?? '' })
    try {
      const cookie = await server.editor()
      const count = Math.ceil(size.count / together)
      const each = (_: unknown, at: number) =>
        pushOften(wireTo(server.origin, cookie), { ...size, count, seed: size.seed + at }, report)
      const pushes = (await Promise.all(Array.from({ length: together }, each))).flat()
      await server.end('SIGTERM')
      judge(
        flushesIn(folder, 'records.db-wal'),
        pushes.toSorted((a, b) => a.startedAt - b.startedAt),
        report,
      )
    } finally {
      await server.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

export const flushPostgres: Scenario = {
  name: 'flush-postgres',
  about: 'the same of PostgreSQL, seen in all its processes; count = pushes',
  count: 2000,
  async run(size, report) {
    if (!hasStrace()) return report.violation('no strace here, or it may not trace: nothing was measured')
    const postgres = await startPostgres([], strace)
    if (!postgres) return report.violation('no PostgreSQL here: nothing was measured')
    try {
      const server = await ServerProcess.start({ databaseUrl: postgres.url })
      try {
        // Whatever the mutant: a cluster that leaves it to the operating system, once the server has looked. [SV6]
        if (size.mutants) await postgres.query('alter system set fsync = off')
        if (size.mutants) await postgres.query('select pg_reload_conf()')
        const pushes = await pushOften(wireTo(server.origin, await server.editor()), size, report)
        judge(flushesIn(postgres.folder, 'pg_wal/[0-9A-F]{24}'), pushes, report)
      } finally {
        await server.remove()
      }
    } finally {
      await postgres.stop()
    }
  },
}

/** One file a thread or process, so that no line is torn by another. */
function strace(folder: string): string[] {
  const what = ['-ff', '-ttt', '-T', '-y', '-e', 'trace=fsync,fdatasync']
  return ['strace', '-D', ...what, '-o', join(folder, 'flushes')]
}

/** One push after the other, so that no other push's flush passes for this one's. */
async function pushOften(wire: Wire, { count, seed }: Size, report: Report): Promise<Flush[]> {
  const writer = new Writer(new Random(seed))
  const pushes: Flush[] = []
  for (let i = 0; i < count; i++) {
    const startedAt = now()
    const answered = await wire.push(writer.batch())
    pushes.push({ startedAt, endedAt: now() })
    if (answered.outcome !== 'answered') throw new Error(`a push was ${answered.outcome}`)
    for (const wrong of writer.hear(answered.answer)) report.violation(wrong)
  }
  return pushes
}

export function hasStrace(): boolean {
  return spawnSync('strace', ['-e', 'trace=fsync', 'true']).status === 0
}

/** Seconds, on the clock that strace prints. */
const now = () => (performance.timeOrigin + performance.now()) / 1000

/** Flushes of the write-ahead log that succeeded, by whichever thread or process, in order. */
function flushesIn(folder: string, log: string): Flush[] {
  const line = new RegExp(`^(\\d+\\.\\d+) f(?:data)?sync\\(\\d+<[^>]*${log}>\\)\\s+= 0 <(\\d+\\.\\d+)>$`)
  const lines = readdirSync(folder)
    .filter(name => name.startsWith('flushes.'))
    .flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n'))
  const flushes = lines.flatMap(text => {
    const match = line.exec(text)
    if (!match) return []
    const startedAt = Number(match[1])
    return [{ startedAt, endedAt: startedAt + Number(match[2]) }]
  })
  return flushes.toSorted((a, b) => a.startedAt - b.startedAt)
}

function judge(flushes: readonly Flush[], pushes: readonly Flush[], report: Report): void {
  let next = 0
  let unflushed = 0
  for (const { startedAt, endedAt } of pushes) {
    while ((flushes[next]?.startedAt ?? Infinity) < startedAt) next++
    if ((flushes[next]?.endedAt ?? Infinity) > endedAt) unflushed++
  }
  report.measure('acknowledged batches', pushes.length)
  report.measure('flushes of the write-ahead log', flushes.length)
  report.measure('answered without a flush in between', unflushed)
  report.expect(unflushed === 0, `${unflushed} batches were acknowledged before a flush`)
}
