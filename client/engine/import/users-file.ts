/**
 * A terminal's list of its users: a line for each, `USER PIN=1\tName=Budi\tPri=0`, with or without the word in front. [IM1]
 */
import type { Cell } from '../exchange/cells.ts'
import { mostOfRow, refuse } from './limits.ts'
import { columnsByName, type Rows, takeRows } from './table-rows.ts'

const ofUser = /^\s*(?:USERINFO|USER)[ \t]+(?=\w+=)/i
/** Finger prints, faces and what a terminal did stand in the same file. */
const ofOthers = /^\s*[A-Z_]+[ \t]/
const pair = /^\w+=/

export function isUserList(head: string): boolean {
  const line = /^\s*([^\r\n]*)/.exec(head)?.[1] ?? ''
  return ofUser.test(line) || (pair.test(line) && line.split('\t').filter(each => pair.test(each)).length > 1)
}

export async function readUsers(texts: AsyncIterable<string>): Promise<Rows> {
  const columns = columnsByName()
  const rows = takeRows({ namesOf: () => columns.names })
  let line = 0

  function take(text: string): void {
    line++
    if (text.trim() === '' || (!ofUser.test(text) && ofOthers.test(text) && !pair.test(text))) return
    const cells: Cell[] = []
    for (const [name, value] of pairsIn(text.replace(ofUser, ''))) {
      const index = columns.indexOf(name)
      while (cells.length < index) cells.push(null)
      cells[index] = value
    }
    rows.add(cells, line)
  }

  let rest = ''
  for await (const text of texts) {
    // A line end may be cut in two.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const each of lines) take(each)
    if (rest.length <= mostOfRow) continue
    // Its first pairs tell which limit it breaks.
    take(rest)
    refuse('cell too long')
  }
  if (rest !== '') take(rest.replace(/\r$/, ''))
  return rows.end()
}

/** What has no name goes on with the value before it. A line without any: `damaged`. */
function* pairsIn(line: string): Generator<[string, string]> {
  let [name, value] = ['', '']
  for (const part of line.trimStart().split('\t')) {
    if (pair.test(part)) {
      if (name !== '') yield [name, value]
      name = part.slice(0, part.indexOf('='))
      value = part.slice(name.length + 1)
    } else if (name !== '') value += part === '' ? '' : `\t${part}`
    else if (part !== '') refuse('damaged')
  }
  if (name !== '') yield [name, value]
}
