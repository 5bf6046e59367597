/** The project's source files, read once and parsed, for checks on their structure. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript'
import { parse } from 'vue/compiler-sfc'

export interface Source {
  /** From the project's root, with forward slashes. */
  path: string
  text: string
  /** The script alone, at the line numbers it has in the file. */
  script: string
  ast: ts.SourceFile
}

export interface Import {
  from: string
  /** A path in the project, or the name of a package. */
  to: string
  isPackage: boolean
  isType: boolean
  isDynamic: boolean
}

function scriptOf(path: string, text: string): string {
  if (!path.endsWith('.vue')) return text
  const { descriptor } = parse(text, { sourceMap: false, ignoreEmpty: false })
  const blocks = [descriptor.script, descriptor.scriptSetup].filter(block => block !== null)
  const lines = text.split('\n').map(() => '')
  for (const block of blocks)
    for (const [i, line] of block.content.split('\n').entries()) lines[block.loc.start.line - 1 + i] = line
  return lines.join('\n')
}

export function sourceOf(path: string, text: string): Source {
  const script = scriptOf(path, text)
  return {
    path,
    text,
    script,
    ast: ts.createSourceFile(path, script, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS),
  }
}

export function readSources(root: string): Source[] {
  const folders = ['client', 'server', 'shared', 'test']
  const inFolders = folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
  )
  return [...inFolders, ...readdirSync(root)]
    .filter(path => /\.(ts|vue)$/.test(path) && !path.includes('node_modules'))
    .toSorted((a, b) => a.localeCompare(b))
    .map(path => sourceOf(path, readFileSync(join(root, path), 'utf8')))
}

export function* nodesOf(node: ts.Node): Generator<ts.Node, void, void> {
  yield node
  for (const child of node.getChildren()) yield* nodesOf(child)
}

/** `import`, `export … from`, `import(…)`, and the address of a worker in `new URL(…, import.meta.url)`. */
export function importsOf(source: Source): Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Node | undefined, isType: boolean, isDynamic: boolean) => {
    if (!specifier || !ts.isStringLiteralLike(specifier)) return
    const name = specifier.text
    const isPackage = !name.startsWith('.')
    const path = posix.join(posix.dirname(source.path), name.replace(/\?.*$/, ''))
    const to = isPackage
      ? name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/')
      : path
    found.push({ from: source.path, to, isPackage, isType, isDynamic })
  }
  for (const node of nodesOf(source.ast)) {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause), false)
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly, false)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true, false)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, true)
    else if (ts.isNewExpression(node) && node.expression.getText() === 'URL' && node.arguments?.length === 2)
      if (node.arguments[1]?.getText() === 'import.meta.url') add(node.arguments[0], false, true)
  }
  return found
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const names = clause.namedBindings
  return (
    !clause.name && !!names && ts.isNamedImports(names) && names.elements.every(element => element.isTypeOnly)
  )
}
