/** An object's members as cells: numbers with all the digits they are written with, and what is nested as JSON. Pure. */
import type { Cell } from '../exchange/cells.ts'
import { orDamaged } from './limits.ts'
import { endOfNested, endOfText } from './json-scan.ts'

/** In the order of the text. */
export function membersOf(object: string): Iterable<[string, Cell]> {
  const members = Object.entries(orDamaged(() => JSON.parse(object) as Record<string, unknown>))
  // Script puts names that are numbers before all others.
  const isInOrder = !/^\d/.test(members[0]?.[0] ?? '')
  return isInOrder && members.every(isPlain) ? members : membersIn(object)
}

const isPlain = (member: [string, unknown]): member is [string, string | boolean | null] =>
  member[1] === null || typeof member[1] === 'string' || typeof member[1] === 'boolean'

const word = /[^,}\s]+/y

/** As far as the text goes. */
export function* membersIn(object: string): Generator<[string, Cell]> {
  let at = 1
  for (;;) {
    const start = object.indexOf('"', at)
    const end = start < 0 ? -1 : endOfText(object, start + 1)
    const separator = end < 0 ? -1 : object.indexOf(':', end)
    if (separator < 0) return
    const from = separator + 1 + object.slice(separator + 1).search(/\S|$/)
    at = endOfValue(object, from)
    if (at < 0) return
    yield [textOf(object.slice(start, end)), cellOf(object.slice(from, at))]
  }
}

const textOf = (quoted: string) => orDamaged(() => JSON.parse(quoted) as string)

function endOfValue(json: string, from: number): number {
  if (json[from] === '"') return endOfText(json, from + 1)
  if (json[from] === '{' || json[from] === '[') return endOfNested(json, from)
  word.lastIndex = from
  return word.test(json) ? word.lastIndex : -1
}

const words = new Map<string, Cell>([
  ['true', true],
  ['false', false],
  ['null', null],
])

function cellOf(source: string): Cell {
  if (source.startsWith('"')) return textOf(source)
  const cell = words.get(source)
  return cell === undefined ? source : cell
}
