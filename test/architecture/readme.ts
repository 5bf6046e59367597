/** The paths the README names: in its tree, in code spans and as pictures. */

/** A block that begins with ```tree: two spaces a level, a name, and after two spaces what it is for. */
function treePaths(readme: string): string[] {
  const block = /^```tree\n([\s\S]*?)^```/m.exec(readme)?.[1] ?? ''
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

export function missingPaths(readme: string, exists: (path: string) => boolean): string[] {
  const tree = treePaths(readme)
  const spans = [...readme.matchAll(/`((?:client|server|shared|test|docs|\.ci)\/[\w./-]*)`/g)].map(
    match => match[1],
  )
  const links = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)\)/g)].map(match => match[1])
  const missing = [...tree, ...spans, ...links].filter(path => path !== undefined && !exists(path))
  return tree.length === 0 ? ['the README has no tree'] : missing.map(path => `the README names ${path}`)
}
