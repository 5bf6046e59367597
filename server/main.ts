/** The server's composition root: configuration, database, accounts, HTTP, and an orderly end. */
import { lookup } from 'node:dns'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { kinds } from '../shared/kinds.ts'
import { defaultPolicy } from '../shared/policy.ts'
import { createApp } from './app.ts'
import { createAudit } from './audit/record.ts'
import { createCeilings } from './ceilings/ceilings.ts'
import { backUpWhenDue, copyByCommand } from './backups.ts'
import { type Config, ConfigError, driverOf, readConfig, warningOf, whereIs } from './config.ts'
import { NewerDatabase, openDatabase, standbyDatabase } from './db/database.ts'
import { ownFolder, writePrivately } from './db/own-files.ts'
import { standbyAt } from './db/postgres.ts'
import { missingPrograms } from './db/postgres-copy.ts'
import { claimFolder, FolderInUse } from './db/sole-server.ts'
import { titleOf } from './errors.ts'
import { requestListener } from './http/listener.ts'
import { createLogger, type Logger, traceOf } from './http/log.ts'
import { endUnread } from './http/unread.ts'
import { createReadable } from './readable.ts'
import { createMetrics } from './operating/metrics.ts'
import { createReadiness } from './operating/readiness.ts'
import { forgetOld } from './retention.ts'
import type { Services } from './services.ts'
import { createAuth } from './session/auth.ts'
import { setupCode } from './session/setup.ts'
import { keptPages } from './sync/kept-pages.ts'
import { createPokes, type Every } from './sync/pokes.ts'
import { createSettling } from './sync/settling.ts'
import { createPost } from './webhooks/post.ts'
import { keepSending } from './webhooks/sender.ts'

const dayMs = 24 * 60 * 60 * 1000

/** How often it is looked whether a copy is due. */
const backupLookMs = 5 * 60 * 1000

/** How long requests under way may take to end before they are cut. */
const stopMs = 10_000

const now = (): Date => new Date()
const newToken = (): string => crypto.randomUUID()
// A log that nobody takes any more, or a full disk under it, ends no server.
process.stdout.on('error', () => {})
const every: Every = (ms, task) => {
  const timer = setInterval(task, ms)
  return () => clearInterval(timer)
}

async function openServices(config: Config, logger: Logger): Promise<Services> {
  const onLost = (error: Error): void => logger.error({ event: 'connection_lost', ...traceOf(error) })
  const database = await openDatabase(driverOf(config, onLost), { now, newToken })
  const standbys = config.readUrls.map(url => standbyDatabase(standbyAt(url, onLost), { now, newToken }))
  const isSecure = config.tls !== undefined || config.publicOrigin?.startsWith('https:') === true
  const { secret, sessionLimits } = config
  const metrics = createMetrics({ seconds: () => performance.now() / 1000, ofProcess: true })
  const auth = await createAuth({ database, logger, isSecure, secret, sessionLimits })
  return {
    database,
    readable: createReadable({ primary: database, standbys, now, pause, logger }),
    kinds,
    auth,
    logger,
    metrics,
    readiness: createReadiness(database),
    pokes: createPokes({ database, logger, every }),
    readKept: keptPages(database),
    settling: createSettling({ database, kinds, metrics }),
    ceilings: createCeilings(now, config.ceilings),
    audit: createAudit({ database, logger }),
    every,
    now,
    newToken,
    firstPolicy: { ...defaultPolicy, ...(config.deviceLock && { deviceLock: config.deviceLock }) },
    isSecure,
    sessionLimits,
    publicOrigin: config.publicOrigin,
    trustedProxies: config.trustedProxies,
    webhookNetworks: config.webhookNetworks,
    metricsToken: config.metricsToken,
    hasSecureSubdomains: config.hasSecureSubdomains,
    clientFolder: join(import.meta.dirname, '..', 'dist'),
  }
}

function listen(config: Config, services: Services): Promise<() => Promise<void>> {
  const app = createApp(services)
  const limits = {
    headersTimeout: 10_000,
    // A full push over a line of 100 kbit/s takes longer than the app waits for it: that makes it smaller by itself.
    requestTimeout: 120_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
    // [CE2] What is asked before the answers are taken is bounded.
    maxRequestsPerSocket: 1_000,
    // Of a connection that is to be encrypted; Node alone would wait two minutes.
    handshakeTimeout: 10_000,
  }
  const listener = requestListener(app.fetch, services)
  const server = config.tls
    ? createHttpsServer({ ...limits, ...config.tls }, listener)
    : createHttpServer(limits, listener)
  const stopLooking = endUnread(server, config.tls ? 'secureConnection' : 'connection', services)
  /** Connections that browsers open before they ask anything: Node does not count them as idle. */
  const unused = new Set<Socket>()
  server.on(config.tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  const stop = (): Promise<void> =>
    new Promise(resolve => {
      const closeIdle = every(100, () => {
        server.closeIdleConnections()
        for (const socket of unused) socket.destroy()
      })
      const closeAll = setTimeout(() => {
        services.logger.warn({ event: 'requests_cut' })
        server.closeAllConnections()
      }, stopMs)
      services.pokes.stop()
      server.close(() => {
        closeIdle()
        stopLooking()
        clearTimeout(closeAll)
        resolve()
      })
    })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const { port, host } = config
    server.listen({ port, host }, () => resolve(stop))
  })
}

/** [RS6] Returns what ends it. */
function keepBackups({ backups: plan }: Config, services: Services): () => void {
  if (!plan) return () => {}
  const end = new AbortController()
  let isUnderWay = false
  const look = (): void => {
    if (isUnderWay) return
    isUnderWay = true
    backUpWhenDue({ ...services, plan, copyTo: file => copyByCommand(file, end.signal) })
      .catch((error: unknown) => {
        if (!end.signal.aborted) services.logger.error({ event: 'backup_failed', ...traceOf(error) })
      })
      .finally(() => (isUnderWay = false))
  }
  const stopLooking = every(backupLookMs, look)
  look()
  return () => {
    stopLooking()
    end.abort()
  }
}

/** [RS6] A folder that cannot be had, or a program that is missing, is said at once. */
function claimBackups({ backups, databaseUrl }: Config): void {
  if (!backups) return
  if (databaseUrl !== undefined && missingPrograms(process.env['PATH']).length > 0)
    throw new ConfigError('BACKUP_DIR needs pg_dump, pg_restore and psql on the PATH')
  writePrivately()
  mkdirSync(backups.folder, { recursive: true })
  accessSync(backups.folder, constants.W_OK)
}

/** Any number of servers may share a PostgreSQL. */
function claimData({ databaseUrl, dataDir }: Config): () => void {
  if (databaseUrl !== undefined) return () => {}
  ownFolder(dataDir)
  return claimFolder(dataDir)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  claimBackups(config)
  const leaveFolder = claimData(config)
  const logger = createLogger(line => process.stdout.write(line), now, config.logLevel)
  const services = await openServices(config, logger)
  const { auditDays, historyDays } = config
  let isStopping = false
  const forget = (): Promise<void> =>
    forgetOld({ ...services, auditDays, historyDays }).catch((error: unknown) => {
      // Cut off by the end, it goes on with the next start.
      if (!isStopping) logger.error({ event: 'forgetting_failed', ...traceOf(error) })
    })
  const stopForgetting = every(dayMs, () => void forget())
  const stopListening = await listen(config, services)
  const post = createPost(lookup, config.webhookNetworks)
  const stopSending = keepSending({ ...services, post, random: () => Math.random() })
  // Nobody waits for it: of a large ledger there may be much to forget.
  void forget()
  const stopBackups = keepBackups(config, services)
  const code = await setupCode(services.database, services.auth)

  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    stopForgetting()
    stopBackups()
    Promise.all([stopListening(), stopSending()])
      .then(() => services.database.close())
      .then(leaveFolder)
      .then(
        () => logger.info({ event: 'stopped' }),
        (error: unknown) => fail(error),
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const welcome = code && `There is no account yet. Open it and enter the setup code: ${code}\n`
  // Last, and in one go: whoever waits for it has all of it, and may stop the server from then on.
  console.log([`\n${whereIs(config)}`, warningOf(config), welcome].filter(Boolean).join('\n'))
}

function fail(error: unknown): void {
  const isExpected =
    error instanceof ConfigError ||
    error instanceof NewerDatabase ||
    error instanceof FolderInUse ||
    (error instanceof Error && 'code' in error)
  console.error(isExpected ? `Records cannot start: ${titleOf(error)}` : error)
  process.exit(1)
}

start().catch(fail)
