/** The server's composition root: configuration, database, accounts, HTTP, and an orderly end. */
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { kinds } from '../shared/kinds.ts'
import { defaultPolicy } from '../shared/policy.ts'
import { createApp } from './app.ts'
import { createAudit } from './audit/record.ts'
import { createCeilings } from './ceilings/ceilings.ts'
import { type Config, ConfigError, driverOf, readConfig, warningOf, whereIs } from './config.ts'
import { NewerDatabase, openDatabase } from './db/database.ts'
import { ownFolder } from './db/own-files.ts'
import { claimFolder, FolderInUse } from './db/sole-server.ts'
import { titleOf } from './errors.ts'
import { requestListener } from './http/listener.ts'
import { createLogger, type Logger, traceOf } from './http/log.ts'
import { endUnread } from './http/unread.ts'
import { createMetrics } from './operating/metrics.ts'
import { createReadiness } from './operating/readiness.ts'
import { forgetOld } from './retention.ts'
import type { Services } from './services.ts'
import { createAuth } from './session/auth.ts'
import { setupCode } from './session/setup.ts'
import { keptPages } from './sync/kept-pages.ts'
import { createPokes, type Every } from './sync/pokes.ts'
import { createSettling } from './sync/settling.ts'

const dayMs = 24 * 60 * 60 * 1000

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
  const driver = driverOf(config, error => logger.error({ event: 'connection_lost', ...traceOf(error) }))
  const database = await openDatabase(driver, { now, newToken })
  const isSecure = config.tls !== undefined || config.publicOrigin?.startsWith('https:') === true
  const { secret, sessionLimits } = config
  const metrics = createMetrics({ seconds: () => performance.now() / 1000, ofProcess: true })
  const auth = await createAuth({ database, logger, isSecure, secret, sessionLimits })
  return {
    database,
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

/** Any number of servers may share a PostgreSQL. */
function claimData({ databaseUrl, dataDir }: Config): () => void {
  if (databaseUrl !== undefined) return () => {}
  ownFolder(dataDir)
  return claimFolder(dataDir)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
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
  // Nobody waits for it: of a large ledger there may be much to forget.
  void forget()
  const code = await setupCode(services.database, services.auth)

  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    stopForgetting()
    stopListening()
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
