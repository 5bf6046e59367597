/** How long a file, a function and a page may be. A function declared in another counts for itself only. */
import ts from 'typescript'
import type { Page } from './pages.ts'
import { nodesOf, type Source } from './sources.ts'

export const maxFileLines = 250
export const maxFunctionLines = 60

/** Of the pages that people read first. */
const maxPageLines: Record<string, number> = { 'README.md': 200, 'test/README.md': 150 }

function lineCount(text: string): number {
  return text.replace(/\n$/, '').split('\n').length
}

/** `describe` only groups tests; its callback is a heading, not a function to read at once. */
function isGroup(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && /^describe\b/.test(node.parent.expression.getText())
}

function ownLines(node: ts.Node): number {
  let count = lineCount(node.getText())
  const visit = (child: ts.Node): void => {
    if (ts.isFunctionDeclaration(child) || ts.isMethodDeclaration(child)) count -= lineCount(child.getText())
    else ts.forEachChild(child, visit)
  }
  ts.forEachChild(node, visit)
  return count
}

export function tooLong(sources: readonly Source[]): string[] {
  return sources.flatMap(source => {
    const found: string[] = []
    const lines = lineCount(source.text)
    if (lines > maxFileLines) found.push(`${source.path} has ${lines} lines`)
    for (const node of nodesOf(source.ast)) {
      if (!ts.isFunctionLike(node) || !('body' in node) || !node.body || isGroup(node)) continue
      const count = ownLines(node)
      const line = source.ast.getLineAndCharacterOfPosition(node.getStart()).line + 1
      if (count > maxFunctionLines) found.push(`${source.path}:${line} has a function of ${count} lines`)
    }
    return found
  })
}

export function tooLongPages(pages: readonly Page[]): string[] {
  return pages
    .map(({ path, text }) => ({ path, lines: lineCount(text) }))
    .filter(({ path, lines }) => lines > (maxPageLines[path] ?? Infinity))
    .map(({ path, lines }) => `${path} has ${lines} lines`)
}
