/**
 * A slower machine: every process of a browser is stopped for most of each moment. The browser's own throttling
 * (`Emulation.setCPUThrottlingRate`) refuses workers, where this app does its work. What takes several moments becomes
 * slower by the factor; what takes less than the running part of one either fits into it, or waits for the next.
 */
import { readdirSync, readFileSync } from 'node:fs'

const cycleMs = 20

const pidsNow = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)

/** The browser on that profile, or started by one of those. */
function belongs(pid: number, profile: string, browser: ReadonlySet<number>): boolean {
  try {
    const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return browser.has(Number(parent)) || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile)
  } catch (error) {
    // It ended meanwhile.
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

function signal(pids: Iterable<number>, name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

/** From now on that many times slower, until what it returns is called; the browser on that profile starts later. */
export function slowDown(profile: string, factor: number): () => void {
  const strangers = new Set(pidsNow())
  const browser = new Set<number>()
  let timer: NodeJS.Timeout
  // Timers are late on a busy machine: each rest makes up for what went before.
  let ranMs = 0
  let stoppedMs = 0
  let at = performance.now()
  function lap(): number {
    const before = at
    at = performance.now()
    return at - before
  }
  function search(): void {
    const pids = pidsNow()
    for (const pid of browser) if (!pids.includes(pid)) browser.delete(pid)
    for (const pid of pids)
      if (!strangers.has(pid) && !browser.has(pid) && belongs(pid, profile, browser)) browser.add(pid)
  }
  function rest(): void {
    // In each moment: a page's process is new, and what it does first is what is measured.
    search()
    signal(browser, 'SIGSTOP')
    ranMs += lap()
    timer = setTimeout(work, Math.max(0, ranMs * (factor - 1) - stoppedMs))
  }
  function work(): void {
    signal(browser, 'SIGCONT')
    stoppedMs += lap()
    timer = setTimeout(rest, cycleMs / factor)
  }
  rest()
  return () => {
    clearTimeout(timer)
    signal(browser, 'SIGCONT')
  }
}
