/** That the pages of prose tell the truth: what they name exists, and what two of them say is the same. */
import { posix } from 'node:path'

export interface Page {
  /** From the project's root. */
  path: string
  text: string
}

/** A block that begins with ```tree: two spaces a level, a name, and after two spaces what it is for. */
function treePaths(text: string): string[] {
  const block = /^```tree\n([\s\S]*?)^```/m.exec(text)?.[1] ?? ''
  const trail: string[] = []
  return block.split('\n').flatMap(line => {
    const match = /^( *)(\S+)/.exec(line)
    if (!match?.[2]) return []
    const level = (match[1]?.length ?? 0) / 2
    trail.length = level
    trail[level] = match[2].replace(/\/$/, '')
    return [trail.join('/')]
  })
}

/** In its tree, in code spans, and as links and pictures, which stand relative to the page. */
export function missingPaths({ path, text }: Page, exists: (path: string) => boolean): string[] {
  const tree = treePaths(text)
  const spans = [...text.matchAll(/`((?:client|server|shared|test|docs|\.ci)\/[\w./-]*)`/g)].map(
    match => match[1] ?? '',
  )
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)[^)]*\)/g)].map(match =>
    posix.join(posix.dirname(path), match[1] ?? ''),
  )
  const missing = [...tree, ...spans, ...links].filter(each => !exists(each))
  const hasNoTree = path === 'README.md' && tree.length === 0
  return [...(hasNoTree ? ['the README has no tree'] : []), ...missing.map(each => `${path} names ${each}`)]
}

export function unknownRules({ path, text }: Page, ids: readonly string[]): string[] {
  const named = [...text.matchAll(/\b[A-Z]{2}\d+\b/g)].map(match => match[0])
  return [...new Set(named)].filter(id => !ids.includes(id)).map(id => `${path} names ${id}`)
}

/** The lines between the marks of the bench in `chief` that `whole` does not have: each measured anew by itself. */
export function missingLines(chief: string, whole: string): string[] {
  const lines = /<!-- bench -->([\s\S]*?)<!-- \/bench -->/.exec(chief)?.[1]?.match(/^\|.*/gm) ?? []
  if (lines.length < 3) return ['no line was measured']
  const known = new Set(whole.split('\n'))
  return lines.filter(line => !known.has(line))
}
