/** Whether a mutation can be read at all, before anything is looked up: its shape, its kind, its values. */
import { type Issue, isUid, isUidReference } from '../../shared/fields.ts'
import { fieldNamed, type Kind, kindNamed, type Kinds } from '../../shared/metadata.ts'
import type { Mutation } from '../../shared/protocol.ts'
import { issuesOfChanges, issuesOfFields, unknownKeys } from '../../shared/record.ts'
import { currentMutation, withCurrentNames } from '../../shared/schema.ts'
import { type Parsed, parse } from './protocol-3.ts'

export type Checked = (Parsed & { kind: Kind }) | { issues: Issue[] }

/** [PU6] [PV4] `raw` is any JSON with a readable id; what an older app made comes back as today's. */
export function check(kinds: Kinds, raw: unknown, protocol: number): Checked {
  const parsed = parse(protocol, raw)
  if (!parsed.success) {
    return refusedFor(
      parsed.error.issues.flatMap((issue): Issue[] =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map(key => ({ field: key, code: 'unknown_field' }))
          : [{ field: String(issue.path[0] ?? ''), code: 'malformed' }],
      ),
    )
  }
  const mutation = withCurrentNames(kinds, parsed.data.mutation)
  const kind = kindNamed(kinds, mutation.kind)
  if (!kind) return { issues: [{ field: 'kind', code: 'unknown_kind' }] }
  // What arrived and not what was parsed: a parsed copy may lack a key like `__proto__`.
  const arrived = currentMutation(kinds, { ...parsed.data.mutation, ...(raw as object) } as Mutation)
  const issues = issuesOf(kind, arrived)
  return issues.length > 0 ? refusedFor(issues) : { ...parsed.data, mutation, kind }
}

/** [PU19] What is kept and answered of a mutation that cannot be read is little, whatever was in it. */
const mostIssues = 40
const fieldCharacters = 60

function refusedFor(issues: readonly Issue[]): { issues: Issue[] } {
  return {
    issues: issues.slice(0, mostIssues).map(({ field, ...issue }) => ({
      field: [...field].slice(0, fieldCharacters).join(''),
      ...issue,
    })),
  }
}

function issuesOf(kind: Kind, arrived: Mutation): Issue[] {
  switch (arrived.op) {
    case 'create':
      return issuesOfFields(kind, arrived.fields)
    case 'update': {
      const issues = issuesOfChanges(kind, arrived.changes)
      return issues.length > 0
        ? issues
        : Object.entries(arrived.changes).flatMap(([name, [base]]) => issuesOfBase(kind, name, base))
    }
    case 'delete': {
      const issues = unknownKeys(kind, arrived.seen)
      return issues.length > 0
        ? issues
        : Object.entries(arrived.seen).flatMap(([name, base]) => issuesOfBase(kind, name, base))
    }
  }
}

/** A base may be any value the person was shown, also one that today's rules refuse; but nothing else. */
function issuesOfBase(kind: Kind, name: string, base: unknown): Issue[] {
  if (base === null || typeof base === 'string' || typeof base === 'boolean') return []
  const isReference = fieldNamed(kind, name)?.reference !== undefined && isUidReference(base)
  if (!isReference || !isUid(base.uid)) return [{ field: name, code: 'malformed' }]
  return Object.keys(base).length === 1 ? [] : [{ field: name, code: 'unknown_field' }]
}
