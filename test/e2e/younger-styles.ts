/** What a style sheet uses that the oldest browsers of `browserslist` in package.json lack. Units are not looked at. */
import type { Identifier } from '@mdn/browser-compat-data/types'
import data from '@mdn/browser-compat-data/forLegacyNode'
import postcss, { type ChildNode } from 'postcss'
import { isYounger } from './younger.ts'

const { properties, selectors, types, 'at-rules': rules } = data.css

const words = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(match => match[0])

/** Functions stand in the data under the type of what they give, at any depth. */
function functionNamed(name: string, from: Identifier | undefined = types): Identifier | undefined {
  if (!from) return undefined
  const below = Object.entries(from).filter(([key]) => key !== '__compat') as [string, Identifier][]
  return from[name] ?? below.map(([, each]) => functionNamed(name, each)).find(found => found)
}

const isMissing = (known: Identifier | undefined) =>
  known?.__compat !== undefined && isYounger(known.__compat)

/** What is named here, by how a person would call it. */
function* namedIn(node: ChildNode): Generator<[name: string, known: Identifier | undefined]> {
  if (node.type === 'rule') {
    if (node.parent?.type === 'rule') yield ['nesting', selectors?.['nesting']]
    for (const name of words(node.selector, /(?<=:)[a-z-]+/g)) yield [`:${name}`, selectors?.[name]]
  }
  if (node.type === 'atrule') {
    yield [`@${node.name}`, rules?.[node.name]]
    for (const name of words(node.params, /[a-z-]+/g))
      yield [`@${node.name} ${name}`, rules?.[node.name]?.[name]]
  }
  if (node.type !== 'decl') return
  const property = properties?.[node.prop]
  if (isMissing(property)) return yield [node.prop, property]
  for (const name of words(node.value, /[a-z-]+(?=\()/g)) yield [`${name}()`, functionNamed(name)]
  for (const name of words(node.value, /[a-z-]+/g)) yield [`${node.prop}: ${name}`, property?.[name]]
}

export function youngerStyles(css: string): string[] {
  const found = new Set<string>()
  postcss.parse(css).walk(node => {
    for (const [name, known] of namedIn(node)) if (isMissing(known)) found.add(name)
  })
  return [...found].toSorted((a, b) => a.localeCompare(b))
}
