/** The log: one JSON object a line. Never a body, a field's value or a cookie. [RQ8] */

export interface Logger {
  info(entry: Record<string, unknown>): void
  error(entry: Record<string, unknown>): void
}

export function createLogger(write: (line: string) => void, now: () => Date): Logger {
  const log = (level: string) => (entry: Record<string, unknown>) =>
    write(`${JSON.stringify({ at: now().toISOString(), level, ...entry })}\n`)
  return { info: log('info'), error: log('error') }
}

/** A stack without the message, which may quote a value. */
export function traceOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error }
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line))
  const code = 'code' in error ? String(error.code) : undefined
  return { error: error.name, code, trace: frames.slice(0, 8).map(line => line.trim()) }
}
