/** Whether a mutation can be read at all, before anything is looked up: its shape, its kind, its values. */
import { type Issue, isUid, isUidReference } from '../../shared/fields.ts'
import { fieldNamed, type Kind, kindNamed, type Kinds } from '../../shared/metadata.ts'
import { Mutation } from '../../shared/protocol.ts'
import { issuesOfChanges, issuesOfFields } from '../../shared/record.ts'
import { currentMutation } from '../../shared/schema.ts'

export type Checked = { mutation: Mutation; kind: Kind } | { issues: Issue[] }

/** [PU6] [PV4] `raw` is any JSON with a readable id; what an older app made comes back as today's. */
export function check(kinds: Kinds, raw: unknown): Checked {
  const parsed = Mutation.safeParse(raw)
  if (!parsed.success) {
    return {
      issues: parsed.error.issues.flatMap((issue): Issue[] =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map(key => ({ field: key, code: 'unknown_field' }))
          : [{ field: String(issue.path[0] ?? ''), code: 'malformed' }],
      ),
    }
  }
  const mutation = currentMutation(kinds, parsed.data)
  const kind = kindNamed(kinds, mutation.kind)
  if (!kind) return { issues: [{ field: 'kind', code: 'unknown_kind' }] }
  const issues = issuesOf(kind, mutation, currentMutation(kinds, raw as Mutation))
  return issues.length > 0 ? { issues } : { mutation, kind }
}

/** Looks at what arrived and not at what was parsed: a parsed copy may lack a key like `__proto__`. */
function issuesOf(kind: Kind, mutation: Mutation, raw: Mutation): Issue[] {
  switch (mutation.op) {
    case 'create':
      return issuesOfFields(kind, 'fields' in raw ? raw.fields : undefined)
    case 'update': {
      const changes = 'changes' in raw ? raw.changes : {}
      const issues = issuesOfChanges(kind, changes)
      return issues.length > 0
        ? issues
        : Object.entries(changes).flatMap(([name, [base]]) => issuesOfBase(kind, name, base))
    }
    case 'delete':
      return []
  }
}

/** A base may be any value the person was shown, also one that today's rules refuse; but nothing else. */
function issuesOfBase(kind: Kind, name: string, base: unknown): Issue[] {
  if (base === null || typeof base === 'string' || typeof base === 'boolean') return []
  const isReference = fieldNamed(kind, name)?.reference !== undefined && isUidReference(base)
  if (!isReference || !isUid(base.uid)) return [{ field: name, code: 'malformed' }]
  return Object.keys(base).length === 1 ? [] : [{ field: name, code: 'unknown_field' }]
}
