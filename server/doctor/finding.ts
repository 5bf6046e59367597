/** What the doctor says of one thing. */

export interface Finding {
  state: 'ok' | 'warning' | 'wrong'
  what: string
  /** What to do, where something is to be done. */
  advice?: string
}

export const ok = (what: string): Finding => ({ state: 'ok', what })
export const warning = (what: string, advice: string): Finding => ({ state: 'warning', what, advice })
export const wrong = (what: string, advice: string): Finding => ({ state: 'wrong', what, advice })

/** The worst of what was found, or else that all is well. */
export const orOk = (found: Finding | undefined, what: string): Finding => found ?? ok(what)

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function sizeOf(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power] ?? ''}`
}
