/** The tables that are the same whatever kinds there are, as Kysely sees them. A kind's own table is in records.ts. */
import type { Generated, Kysely, Transaction } from 'kysely'

/** PostgreSQL gives a bigint as text, SQLite as a number: read it through `Number`. */
export type Bigint = number | string

export interface Schema {
  /** One row. `floor`: deletions up to this clock are forgotten. */
  clock: { one: number; clock: Bigint; floor: Bigint }
  /** A row for each clock there was: which history this database has lived through, and when. */
  commits: { clock: Bigint; token: string; at: string }
  /** A row for each applied mutation: idempotency check, audit trail and history at once. */
  ledger: {
    id: string
    kind: string
    uid: string
    op: string
    hash: string
    before: string | null
    after: string | null
    user_id: string
    /** [HI1] The name under which they signed in, as of then; '' where it was not kept and its account had gone. */
    author: string
    client_id: string
    at: string
    clock: Bigint
    /** Within the transaction, which may write a record more than once. */
    position: number
  }
  /** A row for each mutation that was settled without being applied: what its sender was answered, and is again. */
  refused: {
    id: string
    /** null: it was withdrawn, and has not been seen. */
    hash: string | null
    settlement: string
    user_id: string
    client_id: string
    at: string
    clock: Bigint
  }
  /** [HI7] Up to which clock something is forgotten of ledger and refused: a row each for `fields` and `secrets`. */
  forgotten: { what: string; clock: Bigint }
  /** `holder`: in which it stood last [SC1]; null in those of earlier versions. */
  tombstones: { kind: string; uid: string; id: Bigint; version: Bigint; holder: Bigint | null }
  /** [SC4] A row for each time a record left what it stood within, and went on elsewhere. */
  departures: { kind: string; holder: Bigint; version: Bigint; uid: string }
  /** [SC6] A row for each account that was ever limited, and the clock at which it became as it is. */
  scopes: { user_id: string; is_limited: number; since: Bigint }
  /** [SC2] What a limited account was given: records by id, or id 0 for a kind as a whole. */
  grants: { user_id: string; kind: string; id: Bigint }
  /** [SC3] What that comes to, from which clock on and up to which; null: now. */
  reach: { user_id: string; kind: string; id: Bigint; since: Bigint; until: Bigint | null }
  /** [SC10] Work that was handed over and stands open. `received_at` is ISO 8601, `work` JSON as it was sent. */
  handed: {
    user_id: string
    kind: string
    uid: string
    /** Under the name of then. */
    author: string
    received_at: string
    token: string
    work: string
  }
  /** [TK1] A row for each token that a program may have. `hash`: of the token, SHA-256; times are ISO 8601. */
  tokens: {
    id: string
    user_id: string
    name: string
    role: string
    hash: string
    made_at: string
    ends_at: string
    used_at: string | null
  }
  /** [WH1] Times are ISO 8601. */
  webhooks: {
    id: string
    user_id: string
    name: string
    url: string
    /** Names: JSON. */
    kinds: string
    /** SHA-256 of the secret, which is made anew from that of the server each time. */
    secret_hash: string
    made_at: string
    /** A cursor of `changes`, and when it was written; null: all is to be sent anew. */
    place: string | null
    moved_at: string
    /** Attempts, and those that were taken. */
    sent: Bigint
    delivered: Bigint
    delivered_at: string | null
    /** In a row, since when, and the last of them. */
    failures: number
    failure: string | null
    status: number | null
    failed_at: string | null
    failing_since: string | null
    next_at: string
    stopped_at: string | null
    /** [WH6] Which process sends, and until when nobody else does. */
    lease: string | null
    lease_until: string | null
  }
  /** The last id that was handed out. */
  counters: { kind: string; last: Bigint }
  /** [AC10] A row for each account that keeps something of its lists: JSON. */
  preferences: { user_id: string; entries: string }
  clients: { id: string; user_id: string; at: string }
  /** [BP1] A row for each person in each browser. Times are ISO 8601. */
  browsers: {
    id: string
    user_id: string
    /** As of the last contact. */
    username: string
    name: Generated<string>
    program: string
    system: string
    app: Generated<string>
    first_at: string
    last_at: string
    records: Bigint | null
    unsent: number | null
    has_lock: number | null
    revocation: string | null
    revoked_at: string | null
    revoked_by: string | null
    removed_at: string | null
  }
  /** [AU1] */
  audit: {
    seq: Bigint
    at: string
    actor_id: string
    actor: string
    browser: string
    address: string
    action: string
    target_id: string
    target: string
    outcome: string
    code: string
    details: string
    hash: string
  }
  /** [AU2] One row: where the chain ends, and where it begins since older rows were forgotten. */
  audit_end: { one: number; seq: Bigint; hash: string; kept_from: Bigint; hash_before: string }
  /** [BP6] `session_id`: the session that made it, with which it ends. */
  set_up_codes: { hash: string; user_id: string; made_by: string; session_id: string; until_at: string }
  /** [AC18] */
  used_codes: { hash: string; until_at: string }
  /** What no copy should hold: the secret that signs cookies, and the setup code. */
  settings: { name: string; value: string }
  /** One row, once an admin has chosen: JSON. */
  policy: { one: number; value: string }
}

/** A connection or a transaction. */
export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>
