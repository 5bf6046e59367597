/** The server's configuration: environment variables, checked once at start. */
import { readFileSync } from 'node:fs'
import { type BlockList, isIP } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod'
import { sentDays } from '../shared/limits.ts'
import { type DeviceLock, deviceLocks } from '../shared/policy.ts'
import type { BackupPlan } from './backups.ts'
import type { Driver } from './db/driver.ts'
import { ownFolder } from './db/own-files.ts'
import { postgresAt } from './db/postgres.ts'
import { sqliteInPlace } from './db/sqlite.ts'
import { isLoopback, proxiesIn } from './http/address.ts'
import { type LogLevel, logLevels } from './http/log.ts'
import { auditDays, bodiesDays, type HistoryKept } from './retention.ts'
import { defaultSessionLimits, type SessionLimits } from './session/stored-sessions.ts'

/** A setting that is not set and one that is empty are the same. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => (value === '' ? undefined : value), schema.optional())

const Days = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a number of days from 1 to 999')
  .transform(Number)

/** What a device may still ask about must be known longer than it keeps asking. */
const HistoryDays = z
  .string()
  .regex(/^[1-9]\d{1,4}$/, 'must be a number of days')
  .transform(Number)
  .refine(days => days > sentDays, `must be more than ${sentDays} days`)

const PostgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
const Networks = z
  .string()
  .transform(list => proxiesIn(list.split(',').map(each => each.trim())))
  .refine(networks => networks !== undefined, 'must be addresses or networks, like 10.0.0.1,10.1.0.0/16')
/** Hours, or copies. */
const BackupCount = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999')
  .transform(Number)

const isHost = (host: string): boolean => host === 'localhost' || isIP(host) > 0

/** [OP9] */
function isOrigin(url: string): boolean {
  const { pathname, search, hash, username, password } = new URL(url)
  return [pathname, search, hash, username, password].join('') === '/'
}

const Environment = z.object({
  PORT: optional(
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port number')
      .transform(Number)
      .refine(port => port < 65536, 'must be at most 65535'),
  ),
  HOST: optional(z.string().refine(isHost, 'must be an address, like 127.0.0.1, or localhost')),
  TRUSTED_PROXIES: optional(Networks),
  WEBHOOK_NETWORKS: optional(Networks),
  CEILINGS: optional(
    z
      .string()
      .regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999')
      .transform(Number),
  ),
  AUDIT_DAYS: optional(
    z
      .string()
      .regex(/^[1-9]\d{0,4}$/, 'must be a number of days from 1 to 99999')
      .transform(Number),
  ),
  HISTORY_DAYS: optional(
    z.union([z.literal('forever'), HistoryDays], 'must be a number of days, or forever'),
  ),
  HISTORY_SECRETS_DAYS: optional(HistoryDays),
  SESSION_IDLE_DAYS: optional(Days),
  SESSION_MAX_DAYS: optional(Days),
  LOG_LEVEL: optional(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`)),
  METRICS_TOKEN: optional(z.string().min(32, 'must have at least 32 characters')),
  HSTS_SUBDOMAINS: optional(z.enum(['0', '1'], 'must be 0 or 1')),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(PostgresUrl),
  DATABASE_LISTEN_URL: optional(PostgresUrl),
  DATABASE_READ_URLS: optional(
    z
      .string()
      .transform(list => list.split(/[\s]+/))
      .pipe(z.array(PostgresUrl)),
  ),
  TLS_CERT: optional(z.string()),
  TLS_KEY: optional(z.string()),
  PUBLIC_URL: optional(
    z
      .url({ protocol: /^https?$/, error: 'must be an address like https://records.example', abort: true })
      .refine(
        isOrigin,
        'must have no path: the app is served at the root of a name of its own, like https://records.example',
      ),
  ),
  BACKUP_DIR: optional(z.string()),
  BACKUP_EVERY: optional(BackupCount),
  BACKUP_KEEP: optional(BackupCount),
  DEVICE_LOCK: optional(z.enum(deviceLocks)),
  BETTER_AUTH_SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
})

export interface Config {
  port: number
  /** The one address to listen at; all of them when absent. */
  host: string | undefined
  trustedProxies: BlockList | undefined
  /** [WH5] What webhooks may reach besides public addresses. */
  webhookNetworks: BlockList | undefined
  hasSecureSubdomains: boolean
  sessionLimits: SessionLimits
  dataDir: string
  databaseUrl: string | undefined
  /** [FL1] Where there is a pooler between, past it. */
  listenUrl: string | undefined
  /** [FL4] Of standbys. */
  readUrls: readonly string[]
  tls: { cert: Buffer; key: Buffer } | undefined
  /** The origin under which people reach the app; set when a proxy stands in front. */
  publicOrigin: string | undefined
  secret: string | undefined
  /** [AU5] Days that the audit is kept. */
  auditDays: number
  historyDays: HistoryKept
  /** [CE2] What one person and one address may take, in multiples of the usual. */
  ceilings: number
  /** [RS6] undefined: the server makes none. */
  backups: BackupPlan | undefined
  logLevel: LogLevel
  metricsToken: string | undefined
  /** [LK1] Until an admin chooses. */
  deviceLock: DeviceLock | undefined
}

/** One line that says which setting is wrong and how. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`).join('; '),
    )
  }
  const { HOST, TRUSTED_PROXIES, HSTS_SUBDOMAINS, SESSION_IDLE_DAYS, SESSION_MAX_DAYS } = parsed.data
  const { PORT, DATA_DIR, DATABASE_URL, TLS_CERT, TLS_KEY, PUBLIC_URL, BETTER_AUTH_SECRET } = parsed.data
  if ((TLS_CERT === undefined) !== (TLS_KEY === undefined))
    throw new ConfigError('TLS_CERT and TLS_KEY go together')
  const { DATABASE_LISTEN_URL, DATABASE_READ_URLS } = parsed.data
  if (DATABASE_URL === undefined && (DATABASE_LISTEN_URL ?? DATABASE_READ_URLS) !== undefined)
    throw new ConfigError('DATABASE_LISTEN_URL and DATABASE_READ_URLS go with DATABASE_URL')
  return {
    port: PORT ?? 8080,
    host: HOST,
    trustedProxies:
      TRUSTED_PROXIES ?? (PUBLIC_URL === undefined ? undefined : proxiesIn(['127.0.0.0/8', '::1'])),
    sessionLimits: {
      idle: SESSION_IDLE_DAYS ?? defaultSessionLimits.idle,
      max: SESSION_MAX_DAYS ?? defaultSessionLimits.max,
    },
    webhookNetworks: parsed.data.WEBHOOK_NETWORKS,
    hasSecureSubdomains: HSTS_SUBDOMAINS === '1',
    dataDir: DATA_DIR ?? 'data',
    databaseUrl: DATABASE_URL,
    listenUrl: DATABASE_LISTEN_URL,
    readUrls: DATABASE_READ_URLS ?? [],
    tls:
      TLS_CERT && TLS_KEY ? { cert: read('TLS_CERT', TLS_CERT), key: read('TLS_KEY', TLS_KEY) } : undefined,
    publicOrigin: PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL).origin,
    secret: BETTER_AUTH_SECRET,
    auditDays: parsed.data.AUDIT_DAYS ?? auditDays,
    historyDays: historyOf(parsed.data),
    ceilings: parsed.data.CEILINGS ?? 1,
    backups: backupsOf(parsed.data),
    logLevel: parsed.data.LOG_LEVEL ?? 'info',
    metricsToken: parsed.data.METRICS_TOKEN,
    deviceLock: parsed.data.DEVICE_LOCK,
  }
}

function historyOf(set: z.infer<typeof Environment>): HistoryKept {
  const { HISTORY_DAYS: days, HISTORY_SECRETS_DAYS: secrets } = set
  if (days === undefined) return { bodies: bodiesDays, secrets }
  return { fields: days === 'forever' ? undefined : days, secrets }
}

function backupsOf(set: z.infer<typeof Environment>): BackupPlan | undefined {
  const { BACKUP_DIR: folder, BACKUP_EVERY: everyHours, BACKUP_KEEP: keep } = set
  if (folder !== undefined) return { folder, everyHours: everyHours ?? 24, keep: keep ?? 7 }
  if (everyHours !== undefined || keep !== undefined)
    throw new ConfigError('BACKUP_EVERY and BACKUP_KEEP are of no use without BACKUP_DIR')
  return undefined
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new ConfigError(`${name}: ${path} cannot be read`, { cause: error })
  }
}

/** The configured database's driver. `onLost` hears of every connection that is lost. */
export function driverOf(config: Config, onLost: (error: Error) => void): Driver {
  const { databaseUrl, listenUrl } = config
  if (databaseUrl !== undefined) return postgresAt(databaseUrl, onLost, listenUrl)
  ownFolder(config.dataDir)
  return sqliteInPlace(sqliteFile(config))
}

export function sqliteFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'records.db')
}

/** One line for whoever starts it: the address for people, and where it listens. */
export function whereIs({ publicOrigin, tls, port, host }: Config): string {
  const scheme = tls ? 'https' : 'http'
  return `Records is at ${publicOrigin ?? `${scheme}://localhost:${port}`}, on ${host ?? 'all addresses'}`
}

/** [SV11] What is wrong with how people reach it; undefined when nothing is. */
export function warningOf({ publicOrigin, tls, host }: Config): string | undefined {
  if (tls || publicOrigin?.startsWith('https:') === true) return undefined
  if (host !== undefined && isLoopback(host)) return undefined
  return 'Warning: this is plain HTTP, and other machines can reach it: passwords travel readable. See HOST, TLS_CERT and PUBLIC_URL.'
}
