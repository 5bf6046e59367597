/**
 * Finds the objects of a list in JSON that comes in pieces. Pure.
 *
 * JSON.parse would hold up the worker for seconds, and numbers lose their digits in it: here only brackets and quotes are
 * looked at, and what each object holds is read from its own text.
 */
import { orDamaged, refuse } from './limits.ts'

export interface JsonScan {
  push(text: string): void
  /** The text of an object that has not ended yet. */
  unfinished(): string
  end(): void
}

const quote = 0x22
const backslash = 0x5c
const [bracket, brace] = [0x5b, 0x7b]
/** `]` and `}` are two further than what they close. */
const isClosing = (code: number) => code === bracket + 2 || code === brace + 2
/** Nobody nests further. */
const deepest = 1000
/** Characters around the objects of a list: commas, lines, and a few words about it. */
const mostAround = 16 * 2 ** 20

/** `found` takes the text of each object: whether it is JSON, it finds out itself. */
export function jsonScan(found: (object: string) => void): JsonScan {
  /** What has not been used yet; `at`: how far it has been looked at; `start`: where in it an object begins, or -1. */
  let rest = ''
  let at = 0
  let start = -1
  /** The codes of `[` and `{` that are open; `depth`: of how many when an object of the list begins, 0: no list yet. */
  const open: number[] = []
  let depth = 0
  let isQuoted = false
  /** All around the objects, each of which is a 0 in it; `from`: where in `rest` it goes on. */
  let around = ''
  let from = 0
  let count = 0

  function begin(code: number): void {
    const isInList = code === brace && open.at(-1) === bracket && open.length <= 2
    if (isInList) depth ||= open.length
    if (isInList && depth === open.length) {
      around += `${rest.slice(from, at)}0`
      start = at
      count++
    }
    if (open.push(code) > deepest) refuse('damaged')
  }

  function close(code: number): void {
    if (open.pop() !== code - 2) refuse('damaged')
    if (start < 0 || open.length !== depth) return
    found(rest.slice(start, at + 1))
    start = -1
    from = at + 1
  }

  function look(): void {
    for (; at < rest.length; at++) {
      if (isQuoted) {
        const end = endOfText(rest, at)
        if (end < 0) return void (at = rest.length)
        at = end
        isQuoted = false
        if (at === rest.length) return
      }
      const code = rest.charCodeAt(at)
      if (code === quote) isQuoted = true
      else if (code === bracket || code === brace) begin(code)
      else if (isClosing(code)) close(code)
    }
  }

  /** What has been used is let go; a text stays until it has ended. */
  function letGo(): void {
    const used = start < 0 ? (isQuoted ? from : at) : start
    if (start < 0) around += rest.slice(from, used)
    rest = rest.slice(used)
    at -= used
    if (start >= 0) start = 0
    from = 0
    if (around.length > mostAround || (start < 0 && rest.length > mostAround)) refuse('foreign')
  }

  return {
    push(text) {
      rest += text
      look()
      letGo()
    },
    unfinished: () => (start < 0 ? '' : rest),
    end() {
      if (start >= 0) refuse('damaged')
      const list = listIn(orDamaged(() => JSON.parse(around + rest) as unknown))
      if (list && list.length !== count) refuse('foreign')
    },
  }
}

/** null: nothing stands in it. */
function listIn(whole: unknown): unknown[] | null {
  if (Array.isArray(whole)) return whole
  if (typeof whole !== 'object' || whole === null) return refuse('foreign')
  const lists = Object.values(whole).filter(Array.isArray)
  const [list] = lists.filter(({ length }) => length > 0)
  if (!list) return lists.length > 0 || Object.keys(whole).length === 0 ? null : refuse('foreign')
  return list
}

/** Behind the closing quote of a text that has begun before; -1: it does not end here. */
export function endOfText(json: string, from: number): number {
  for (let at = from; ; at++) {
    at = json.indexOf('"', at)
    if (at < 0) return -1
    let slashes = 0
    while (json.charCodeAt(at - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return at + 1
  }
}

/** Behind the bracket that closes the one at `from`; -1: it does not end here. */
export function endOfNested(json: string, from: number): number {
  let depth = 0
  for (let at = from; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === quote) {
      at = endOfText(json, at + 1) - 1
      if (at < 0) return -1
    } else if (code === bracket || code === brace) depth++
    else if (isClosing(code) && --depth === 0) return at + 1
  }
  return -1
}
