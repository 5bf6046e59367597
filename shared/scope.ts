/**
 * [SC1] Within what a record stands, for the question who may see it. Somebody who reaches a site reaches the Devices within
 * it, and their records; a kind that stands within nothing is reached as a whole.
 */
import { fieldNamed, type Kind } from './metadata.ts'
import type { Fields } from './record.ts'

/** In place of an id: the kind as a whole. */
export const wholeKind = '0'

/** Of which kind that is within which its records stand; null: they stand within nothing. */
export function outerKind(kind: Kind): string | null {
  if (kind.within === undefined) return null
  const reference = fieldNamed(kind, kind.within)?.reference
  if (!reference) throw new Error('What a kind stands within is referred to')
  return reference.kind
}

/** What has to be reached for a record to be seen: a record of this kind, or the kind as a whole. */
export function holdingKind(kind: Kind): string {
  return (kind.grantable ? null : outerKind(kind)) ?? kind.name
}

/** Its id; a record that is granted is its own. null: it stands within nothing that could be reached. */
export function holderOf(kind: Kind, { id, fields }: { id: string; fields: Fields }): string | null {
  if (kind.grantable) return id
  return kind.within ? outerOf(kind, fields) : wholeKind
}

/** The id of what a record stands within. */
export function outerOf({ within }: Kind, fields: Fields): string | null {
  const outer = within === undefined ? null : fields[within]
  return typeof outer === 'string' ? outer : null
}
