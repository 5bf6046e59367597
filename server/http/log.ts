/** The log: one JSON object a line. Never a body, a field's value or a cookie. [RQ8] */
import { type Cause, causesOf } from './causes.ts'
import { createRepeats } from './repeats.ts'

/** From the most that is written to the least. [OP5] */
export const logLevels = ['info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

type Entry = Record<string, unknown>

export interface Logger {
  info(entry: Entry): void
  warn(entry: Entry): void
  error(entry: Entry): void
  /** Evidence: written whatever the level. [AU2] */
  keep(entry: Entry): void
}

export function createLogger(
  write: (line: string) => void,
  now: () => Date,
  least: LogLevel = 'info',
): Logger {
  const repeats = createRepeats()
  const put = (level: LogLevel, entry: Entry): void =>
    write(`${JSON.stringify({ at: now().toISOString(), level, ...entry })}\n`)
  function log(level: LogLevel, entry: Entry): void {
    if (logLevels.indexOf(level) < logLevels.indexOf(least)) return
    if (repeats.isAny()) for (const left of repeats.over(now().getTime())) put('error', { ...left })
    if (level !== 'error' || repeats.takes(entry, now().getTime())) put(level, entry)
  }
  return {
    info: entry => log('info', entry),
    warn: entry => log('warn', entry),
    error: entry => log('error', entry),
    keep: entry => put('info', entry),
  }
}

/** What is known of an error, but for its own text, which may quote a value. [OP6] */
export function traceOf(error: unknown): { causes: Cause[]; trace: string[] } {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const frames = stack.split('\n').filter(line => /^\s+at /.test(line))
  return { causes: causesOf(error), trace: frames.slice(0, 8).map(line => line.trim()) }
}
