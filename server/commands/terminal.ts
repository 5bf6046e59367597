/** What the commands share in speaking with a person: reading numbers, saying what is wrong. */

export function countOf(option: string, text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new Error(`${option} takes a whole number, not “${text}”`)
  return Number(text)
}

/** One line on standard error, and how the command is called where that helps. */
export function complain(error: unknown, usage?: string): void {
  console.error(error instanceof Error ? error.message : String(error))
  if (usage !== undefined) console.error(`Usage: ${usage}`)
}
