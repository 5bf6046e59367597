/** Writing a record by a program: as one mutation, settled by the rules of every other edit. [RE3] */
import { AppError } from '../../shared/errors.ts'
import { isUid } from '../../shared/fields.ts'
import type { Kind } from '../../shared/metadata.ts'
import type { Settlement } from '../../shared/protocol.ts'
import { changesBetween, type Fields } from '../../shared/record.ts'
import { currentFields, schemaVersion } from '../../shared/schema.ts'
import { PROTOCOL_VERSION } from '../../shared/version.ts'
import { recordAsOf } from '../db/history.ts'
import { recordsByUid, type StoredRecord } from '../db/records.ts'
import { seenAmong, type Scope } from '../db/scope.ts'
import type { Services } from '../services.ts'
import type { SignedIn } from '../session/auth.ts'
import { toJson } from './form.ts'

/** Who writes, which record, and the id of the mutation. */
export interface Writing {
  services: Services
  user: SignedIn
  scope: Scope
  kind: Kind
  /** `Idempotency-Key`: what is sent once more under it is done once. */
  key: string
}

type Wanted =
  | { op: 'create'; fields: Fields }
  | { op: 'update'; changes: ReturnType<typeof changesBetween> }
  | { op: 'delete'; seen: Fields }

/** Throws `not_found` for a record that is not there, or not seen. */
export async function recordSeen(
  { services: { database }, scope, kind }: Pick<Writing, 'services' | 'scope' | 'kind'>,
  uid: string,
): Promise<StoredRecord> {
  const [record] = isUid(uid) ? await recordsByUid(database.db, database.driver, { kind, uids: [uid] }) : []
  if (!record || !(await seenAmong(database, scope, { kind, uids: [uid] })).has(uid))
    throw new AppError('not_found')
  return record
}

export async function create(
  writing: Writing,
  { uid, ...fields }: Fields & { uid?: string | undefined },
): Promise<StoredRecord> {
  // The same request once more makes the same record.
  const record = await settled(writing, uid ?? writing.key, { op: 'create', fields })
  if (!record) throw new AppError('not_found')
  return record
}

/** [MG1] Merged with what others did since `version`, field by field; throws `changed_meanwhile` with theirs otherwise. */
export async function change(
  writing: Writing,
  { uid, version, fields }: { uid: string; version: number; fields: Fields },
): Promise<StoredRecord> {
  const now = await recordSeen(writing, uid)
  const seen = await seenAt(writing, now, version)
  const changes = changesBetween(seen, fields)
  if (Object.keys(changes).length === 0) return now
  const record = await settled(writing, uid, { op: 'update', changes })
  if (!record) throw new AppError('not_found')
  return record
}

export async function remove(
  writing: Writing,
  { uid, version }: { uid: string; version: number },
): Promise<void> {
  const now = await recordSeen(writing, uid)
  await settled(writing, uid, { op: 'delete', seen: await seenAt(writing, now, version) })
}

/** As it was in the version that its writer has seen. Where nobody knows that any more, it has changed since. */
async function seenAt(
  { services: { database }, scope, kind }: Writing,
  now: StoredRecord,
  version: number,
): Promise<Fields> {
  if (now.version === version) return now.fields
  const then = await recordAsOf(database.db, { kind: kind.name, uid: now.uid, clock: version })
  if (!then) throw changed(kind, scope, now)
  return currentFields(kind, then.fields)
}

async function settled(writing: Writing, uid: string, wanted: Wanted): Promise<StoredRecord | null> {
  const { services, user, kind, key: id } = writing
  const { kinds, settling, pokes } = services
  const mutation = { id, schema: schemaVersion(kinds), kind: kind.name, uid, ...wanted }
  const writer = { userId: user.id, username: user.username, clientId: user.sessionId }
  const { clock, results } = await settling({ writer, mutations: [mutation], protocol: PROTOCOL_VERSION })
  pokes.poke(clock)
  const [settlement] = results
  if (!settlement) throw new Error('A push of one mutation has one result')
  return recordIn(writing, settlement)
}

function recordIn({ kind, scope }: Writing, settlement: Settlement): StoredRecord | null {
  if (settlement.outcome === 'applied') return settlement.record
  if (settlement.outcome === 'conflict') {
    const { record, fields } = settlement
    if (!record) throw new AppError('not_found')
    throw changed(kind, scope, record, fields)
  }
  const { issues } = settlement
  const has = (code: string, field?: string) =>
    issues.some(issue => issue.code === code && (field === undefined || issue.field === field))
  if (has('out_of_scope', '')) throw new AppError('not_found')
  if (has('mutation_reused')) throw new AppError('key_reused')
  if (has('in_use')) throw new AppError('in_use', { issues })
  throw new AppError('invalid_record', { issues })
}

/** `theirs` is the record as whoever asks may see it. */
function changed(kind: Kind, scope: Scope, record: StoredRecord, fields: readonly string[] = []): AppError {
  return new AppError('changed_meanwhile', { fields, theirs: toJson(kind, scope, record) })
}
