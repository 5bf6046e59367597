/**
 * Finds elements in a page of WebKit. Both functions travel there as text, so they use nothing around them but
 * `TestingLibraryDom`, which knows roles, names and labels.
 */
import type * as library from '@testing-library/dom'

/** A text as one looks for it; travels as JSON. */
export type Wanted = { text: string; isExact: boolean } | { source: string; flags: string }

/** A way to elements, from the document on. */
export type Way =
  | { by: 'role'; within: Way | null; role: string; name: Wanted | null }
  | { by: 'text'; within: Way | null; text: Wanted }
  | { by: 'label'; within: Way | null; text: Wanted }
  | { by: 'css'; within: Way | null; css: string }
  | { by: 'keep'; of: Way; text: Wanted | null; isVisible: boolean }
  | { by: 'either'; ways: [Way, Way] }
  | { by: 'nth'; of: Way; index: number }

declare const TestingLibraryDom: typeof library

export function find(way: Way): HTMLElement[] {
  const folded = (text: string) => text.replace(/\s+/g, ' ').trim()

  function isWanted(wanted: Wanted, text: string): boolean {
    if ('source' in wanted) return new RegExp(wanted.source, wanted.flags).test(folded(text))
    if (wanted.isExact) return folded(text) === folded(wanted.text)
    return folded(text).toLowerCase().includes(folded(wanted.text).toLowerCase())
  }

  function isVisible(element: HTMLElement): boolean {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
  }

  /** Without what no page shows: a text there is nobody's to read. */
  function textOf(element: Element): string {
    const unseen = 'script, style, noscript'
    if (element.matches(unseen)) return ''
    if (!element.querySelector(unseen)) return element.textContent
    const texts = [...element.childNodes].map(node =>
      node instanceof Element ? textOf(node) : node.textContent,
    )
    return texts.join('')
  }

  function byText(root: HTMLElement, wanted: Wanted): HTMLElement[] {
    const found = [...root.querySelectorAll<HTMLElement>('*')].filter(element =>
      isWanted(wanted, textOf(element)),
    )
    const outer = new Set(found.map(element => element.parentElement))
    for (const element of outer) if (element?.parentElement) outer.add(element.parentElement)
    return found.filter(element => !outer.has(element))
  }

  function under(root: HTMLElement, way: Extract<Way, { within: unknown }>): HTMLElement[] {
    if (way.by === 'css') return [...root.querySelectorAll<HTMLElement>(way.css)]
    if (way.by === 'text') return byText(root, way.text)
    if (way.by === 'label')
      return TestingLibraryDom.queryAllByLabelText(root, text => isWanted(way.text, text))
    const { role, name } = way
    return TestingLibraryDom.queryAllByRole(root, role, name ? { name: text => isWanted(name, text) } : {})
  }

  if (way.by === 'either') {
    const found = new Set(way.ways.flatMap(find))
    return [...document.querySelectorAll<HTMLElement>('*')].filter(element => found.has(element))
  }
  if (way.by === 'nth') return [find(way.of).at(way.index)].filter(element => element !== undefined)
  if (way.by === 'keep') {
    const { text } = way
    return find(way.of).filter(
      element =>
        (text === null || isWanted(text, element.textContent)) && (!way.isVisible || isVisible(element)),
    )
  }
  const roots = way.within ? find(way.within) : [document.documentElement]
  return [...new Set(roots.flatMap(root => under(root, way)))]
}

/** As a person's typing would leave it, all at once. */
export function put(element: HTMLElement, text: string): void {
  element.focus()
  const owner = element instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(owner.prototype, 'value')?.set?.call(element, text)
  for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }))
}
