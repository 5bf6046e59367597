/** What a page of documentation shows: its commands, each with what it says is answered. */

export interface Shown {
  command: string
  /** As JSON; undefined where the page does not say. */
  answer?: unknown
}

export function shownOn(page: string): Shown[] {
  const shown: Shown[] = []
  for (const [, language, text = ''] of page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)) {
    const last = shown.at(-1)
    if (language === 'sh') shown.push({ command: text.trim() })
    else if (language === 'json' && last && last.answer === undefined) last.answer = JSON.parse(text)
    else throw new Error(`Nobody runs a block of ${String(language)}: ${text}`)
  }
  return shown
}

/** Where they differ, as a path; `…` stands for anything. */
export function differences(said: unknown, found: unknown, path = ''): string[] {
  if (said === '…') return found === undefined ? [`${path} is missing`] : []
  if (Array.isArray(said) && said.length === 1 && said[0] === '…')
    return Array.isArray(found) ? [] : [`${path} is no list`]
  if (typeof said !== 'object' || said === null || typeof found !== 'object' || found === null)
    return said === found ? [] : [`${path}: ${JSON.stringify(said)}, and not ${JSON.stringify(found)}`]
  const names = new Set([...Object.keys(said), ...Object.keys(found)])
  return [...names].flatMap(name => differences(said[name as never], found[name as never], `${path}/${name}`))
}
