/** That the rules of the specification and the tests name each other. */
import ts from 'typescript'
import { nodesOf, type Source } from './sources.ts'

const citation = /\[([A-Z]{2}\d+(?:, ?[A-Z]{2}\d+)*)\]/g

function cited(text: string): string[] {
  return [...text.matchAll(citation)].flatMap(match => match[1]?.split(/, ?/) ?? [])
}

export function ruleIds(spec: string): string[] {
  return [...spec.matchAll(/^- \*\*([A-Z]{2}\d+)\*\* /gm)].flatMap(match => match[1] ?? [])
}

/** Only a test's name counts as a citation, not a remark beside it. */
function citedByTests(sources: readonly Source[]): Set<string> {
  const names = sources
    .filter(source => source.path.startsWith('test/') && !source.path.startsWith('test/architecture'))
    .flatMap(source => [...nodesOf(source.ast)])
    .filter(node => ts.isStringLiteralLike(node) || ts.isTemplateHead(node))
    .map(node => (node as ts.StringLiteralLike | ts.TemplateHead).text)
  return new Set(names.flatMap(cited))
}

export function brokenCitations(spec: string, sources: readonly Source[]): string[] {
  const ids = ruleIds(spec)
  const tested = citedByTests(sources)
  const unknown = sources
    .filter(source => !source.path.startsWith('test/architecture'))
    .flatMap(source => cited(source.text).map(id => ({ id, path: source.path })))
    .filter(({ id }) => !ids.includes(id))
  const repeated = ids.filter((id, i) => ids.indexOf(id) !== i)
  return [
    ...repeated.map(id => `${id} is defined twice`),
    ...ids.filter(id => !tested.has(id)).map(id => `${id} is cited by no test`),
    ...unknown.map(({ id, path }) => `${path} cites ${id}, which does not exist`),
  ]
}
