/** What has changed since a cursor, a page a request: for programs that keep a copy. [RE4] */
import { AppError } from '../../shared/errors.ts'
import { kindNamed } from '../../shared/metadata.ts'
import type { Scope } from '../db/scope.ts'
import type { Services } from '../services.ts'
import { openLines } from '../sync/changes.ts'
import { toJson } from './form.ts'

export interface MirrorPage {
  kind: string
  records: Record<string, unknown>[]
  /** Uids of records that are gone, or not seen any more. */
  gone: string[]
  /** Where the next request goes on. */
  next: string
  /** Whether there is more now. */
  more: boolean
}

/** Throws `cursor_expired`: the copy is to be made anew. */
export async function mirrorPage(
  { database, kinds }: Pick<Services, 'database' | 'kinds'>,
  scope: Scope,
  after: string | undefined,
): Promise<MirrorPage> {
  const lines = await openLines({ database, kinds, scope }, after)
  for await (const { content, cursor, more } of lines) {
    if ('ready' in content) throw new Error('A text that is ready has no columns')
    const { columns } = content
    const kind = kindNamed(kinds, columns.kind)
    const records = columns.uid.map((uid, slot) => {
      const fields = Object.entries(columns.fields).map(
        ([name, column]) => [name, column[slot] ?? null] as const,
      )
      const own = { uid, id: columns.id[slot] ?? '', version: columns.version[slot] ?? 0 }
      const noted = { by: columns.by[slot] ?? '', at: columns.at[slot] ?? '' }
      if (!kind) throw new Error('Records have a kind')
      return toJson(kind, scope, { ...own, ...noted, fields: Object.fromEntries(fields) as never })
    })
    return { kind: columns.kind, records, gone: columns.deleted, next: cursor, more }
  }
  // [CH2] The answer was cut off before its first line: the next request says why, or goes on.
  throw new AppError('unavailable')
}
