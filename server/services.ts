/** What the handlers work with, put together once in the composition root. */
import type { BlockList } from 'node:net'
import type { Audit } from './audit/record.ts'
import type { Ceilings } from './ceilings/ceilings.ts'
import type { Kinds } from '../shared/metadata.ts'
import type { Database } from './db/database.ts'
import type { Logger } from './http/log.ts'
import type { Metrics } from './operating/metrics.ts'
import type { Readiness } from './operating/readiness.ts'
import type { Policy } from '../shared/policy.ts'
import type { Readable } from './readable.ts'
import type { Auth } from './session/auth.ts'
import type { SessionLimits } from './session/stored-sessions.ts'
import type { Reading } from './sync/span.ts'
import type { Every, Pokes } from './sync/pokes.ts'
import type { Settling } from './sync/settling.ts'

export interface Services {
  database: Database
  /** [FL4] For what is only read, and may be much. */
  readable: Readable
  kinds: Kinds
  auth: Auth
  logger: Logger
  pokes: Pokes
  settling: Settling
  /** Pages of a first sync, kept ready. */
  readKept: Reading
  ceilings: Ceilings
  audit: Audit
  metrics: Metrics
  readiness: Readiness
  every: Every
  now(): Date
  newToken(): string
  /** What holds of every browser while no admin has said otherwise. */
  firstPolicy: Policy
  /** Days that a session lasts; those of the default when absent. */
  sessionLimits?: SessionLimits | undefined
  /** Whether people reach the app over HTTPS. */
  isSecure: boolean
  /** The origin under which people reach the app; set when a proxy stands in front. */
  publicOrigin: string | undefined
  /** Whose word counts on where a request comes from; nobody's when absent. */
  trustedProxies?: BlockList | undefined
  /** [WH5] What webhooks may reach besides public addresses; nothing when absent. */
  webhookNetworks?: BlockList | undefined
  /** With which the metrics are told elsewhere than here; nobody when absent. */
  metricsToken?: string | undefined
  /** Whether every name below ours is reached over HTTPS too. */
  hasSecureSubdomains?: boolean | undefined
  /** The folder of the built client. */
  clientFolder: string
}
