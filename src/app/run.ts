import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { importFirstContent } from '#modules/content/files/commands.ts'
import { readConfig, type Config } from '#platform/config.ts'
import { openDataDir } from '#platform/data-dir.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { codeOf, StartError } from '#platform/errors.ts'
import { noteKeys } from '#platform/key-rotation.ts'
import { createLog, type Log } from '#platform/log.ts'
import { databaseOf, prepareDatabase, type DatabaseRoles } from '#platform/prepare-database.ts'
import { giveWay } from '#platform/process.ts'
import { listen } from '#platform/server.ts'
import { ownValue, fieldsOf } from '#shared/records.ts'
import { buildApp, type App } from './build-app.ts'
import { prepareClock, serveClock } from './demonstration-clock.ts'
import { loadDemonstration, demonstrationSignIns, refuseDemonstration } from './demonstration.ts'
import { root } from './web-build.ts'
import { createVisit } from './web-session.ts'
import { registerWeb, type WebOptions } from './web.ts'

/** Starts what this process is configured to do, prints its address, and shuts down in order when asked to. */
export async function run(env: NodeJS.ProcessEnv): Promise<void> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of stops.toReversed()) await end().catch(() => undefined)
    stops.length = 0
  }
  stopOnSignals(stop)
  try {
    const config = readConfig(env)
    const log = createLog(config.logLevel)
    // Files are stored here, whichever database is used.
    openDataDir(config.dataDir)
    warnOfLocalFiles(config, log)
    const database = await openDatabase(config, log, stops)
    // Lowers the worker’s priority, as no request waits for it. An embedded PostgreSQL keeps its own.
    if (config.role === 'worker') giveWay()
    const { connection } = database
    await prepareDatabase(database, { log })
    const isDemonstration = config.appMode === 'demo'
    const clock = await prepareClock(database.owner, isDemonstration, config.clockAheadMs)
    if (isDemonstration) await loadDemonstration(database.owner, { log, config, clock })
    else await refuseDemonstration(connection)
    const serves = config.role !== 'worker'
    const app = await buildApp({
      config,
      connection,
      log,
      work: config.role !== 'web',
      serves,
      isStarting: true,
      clock,
      queueClock: clock,
    })
    stops.push(
      () => app.close(),
      () => app.drain(),
    )
    await takeOverContent(app)
    await warnOfKeys(app)
    if (serves) await registerWeb(app, webOptionsOf(app))
    if (clock) await serveClock(app, clock)
    await listenAt(app, config)
    await (serves ? makeFirstPage(app) : app.becomeReady())
    greet(config, app)
  } catch (error) {
    await stop()
    process.stderr.write(
      error instanceof StartError ? `${error.message}\n` : `${String(fieldsOf(error).stack ?? error)}\n`,
    )
    process.exitCode = 1
  }
}

/** The first content, where there is none yet: in the demonstration and in production. */
async function takeOverContent({ ctx }: App): Promise<void> {
  try {
    const imported = await importFirstContent(ctx, join(root, 'content'))
    if (imported?.added) ctx.log.info({ pages: imported.added }, 'first content taken over')
  } catch (error) {
    // A faulty content file must not stop the service, so log it and carry on.
    ctx.log.error({ err: error }, 'the first content was not taken over')
  }
}

/** What is sealed with a key that is not here is refused until the key is back; nothing of it is lost. */
async function warnOfKeys({ ctx }: App): Promise<void> {
  const missing = await noteKeys(ctx)
  if (missing.length === 0) return
  const text = `This database keeps what other keys sealed (${missing.join(', ')}): put them into SECRET_KEYS_OLD, or two-step login and bank accounts are refused.`
  ctx.log.error({ keys: missing }, text)
  process.stderr.write(`${text}\n`)
}

/** Fine on one machine with backups; with several, photos and documents would be missing on the others. */
function warnOfLocalFiles({ appMode, s3, dataDir }: Config, log: Log): void {
  if (appMode !== 'production' || s3) return
  log.warn({ folder: join(dataDir, 'files') }, 'files are kept on this machine only: back them up, or set S3_*')
}

async function openDatabase(config: Config, log: Log, stops: (() => Promise<unknown>)[]): Promise<DatabaseRoles> {
  const given = databaseOf(config)
  if (given) return given
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  stops.push(() => postgres.stop())
  return postgres
}

async function listenAt({ fastify }: App, { host, port }: Config): Promise<void> {
  try {
    await listen(fastify, { host, port })
  } catch (error) {
    const why = ownValue(listenProblems, codeOf(error))
    throw why ? new StartError(`${why(host, port)} Set HOST and PORT to others.`) : error
  }
}

const listenProblems: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) => `Port ${port} of ${host} is in use by another program.`,
  EACCES: (host, port) => `Port ${port} of ${host} needs rights that this process does not have.`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine.`,
  ENOTFOUND: (host) => `${host} is not an address of this machine.`,
}

/**
 * Makes the home page before anybody is sent here, so that no visitor waits for what only the first one needs. If it can't be made, which the
 * log says, it is tried again until it can.
 */
export async function makeFirstPage(app: App, pauseMs = 1000): Promise<void> {
  for (;;) {
    const { statusCode } = await app.fastify.inject({ url: '/', headers: { accept: 'text/html' } })
    if (statusCode < 500) return app.becomeReady()
    app.ctx.log.warn({ status: statusCode }, 'the first page could not be made yet')
    await pause(pauseMs)
  }
}

function stopOnSignals(stop: () => Promise<void>) {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) return
      isStopping = true
      // The process ends even if something hangs; an embedded database notices and stops on its own.
      setTimeout(() => process.exit(0), 10_000).unref()
      void stop().then(() => process.exit(0))
    })
  }
}

function greet(config: Config, app: App) {
  const address = app.fastify.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  const says = config.role === 'worker' ? 'A worker of Vanfare; how it is:' : 'Vanfare is at'
  const lines = [`${says} http://${host}:${port}${config.role === 'worker' ? '/readyz' : ''}`]
  if (config.role !== 'worker' && config.appMode === 'demo') {
    lines.push('Demonstration sign-ins:')
    for (const { role, email, password } of demonstrationSignIns)
      lines.push(`  ${role.padEnd(9)} ${email}  ${password}`)
    lines.push(`Email and SMS are kept at http://${host}:${port}/dev/mailbox`)
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Who visits the pages, and when those that are kept may have changed. */
export const webOptionsOf = (app: App): WebOptions => ({
  visit: createVisit(app),
  whenChanged: (clear) => void app.ctx.services.content.watch(clear),
})
