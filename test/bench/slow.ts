/**
 * A slower machine: every process of a browser is stopped for most of each moment. The browser's own throttling
 * (`Emulation.setCPUThrottlingRate`) refuses workers, where this app does its work.
 */
import { readdirSync, readFileSync } from 'node:fs'

const cycleMs = 20
/** New processes are looked for this often. */
const searchEvery = 50

interface Process {
  pid: number
  parent: number
  command: string
}

function readProcess(pid: number): Process[] {
  try {
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return [{ pid, parent: Number(parent), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }]
  } catch (error) {
    // It ended meanwhile.
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}

/** The browser on that profile, and all that it started. */
function processesOf(profile: string): number[] {
  const all = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => readProcess(Number(name)))
  const found = new Set(all.filter(({ command }) => command.includes(profile)).map(({ pid }) => pid))
  for (let size = 0; size !== found.size;) {
    size = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

/** From now on that many times slower, until what it returns is called. */
export function slowDown(profile: string, factor: number): () => void {
  let pids = processesOf(profile)
  let cycles = 0
  let timer: NodeJS.Timeout
  function rest(): void {
    if (++cycles % searchEvery === 0) pids = processesOf(profile)
    signal(pids, 'SIGSTOP')
    timer = setTimeout(work, cycleMs * (1 - 1 / factor))
  }
  function work(): void {
    signal(pids, 'SIGCONT')
    timer = setTimeout(rest, cycleMs / factor)
  }
  rest()
  return () => {
    clearTimeout(timer)
    signal(pids, 'SIGCONT')
  }
}
