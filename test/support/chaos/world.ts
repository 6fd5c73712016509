import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { buildApp, type App } from '#app/build-app.ts'
import { readConfig } from '#platform/config.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { prepareDatabase } from '#platform/prepare-database.ts'
import { startServerProcess, type ServerProcess } from '../server-process.ts'
import { messageIdOf, onceWhole, startSmtpServer, type TestSmtp } from '../smtp.ts'

/** A PostgreSQL and a mail server of one's own, and servers in processes that are started again whenever they are killed. */

const SECRET_KEY = 'Y2hhb3MgaXMgbm90IGEgcGl0LCBpdCBpcyBhIGxhZGRlcg=='

export interface ChaosWorld {
  /** Beside the servers, to make people and to look at what is stored: nobody kills it. */
  app: App
  /** The address of a server that is up, as far as is known. */
  url(): string
  /** How often each mail came, by its Message-ID. */
  mails: Map<string, number>
  killBackend(): Promise<boolean>
  killServer(which: number): Promise<void>
  killPostmaster(): Promise<void>
  close(): Promise<void>
}

const SERVERS = 2

export async function startChaosWorld(): Promise<ChaosWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vanfare-chaos-'))
  const log = createLog('silent')
  const mails = new Map<string, number>()
  const smtp = await startSmtpServer({
    onData: (stream, _session, done) =>
      onceWhole(stream, (mail) => {
        const id = messageIdOf(mail)
        mails.set(id, (mails.get(id) ?? 0) + 1)
        done()
      }),
  })
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } })
  await prepareDatabase(postgres)
  const config = { ...readConfig({ DATA_DIR: dataDir, SECRET_KEY, RATE_LIMIT_FACTOR: '1000' }) }
  const guardOff = new Set([...config.guardOff, 'password_cost'])
  const app = await buildApp({ config: { ...config, guardOff }, connection: postgres.connection, log, work: false })
  await app.fastify.ready()
  const servers = await startServers(postgres, smtp)
  return {
    app,
    url: servers.url,
    mails,
    killBackend: () => killBackend(postgres),
    killServer: servers.kill,
    killPostmaster: async () => process.kill(postmasterOf(dataDir), 'SIGKILL') && untilBack(postgres),
    close: async () => {
      await servers.close()
      await app.close()
      await postgres.stop()
      await smtp.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startServers({ connection }: EmbeddedPostgres, smtp: TestSmtp) {
  const env = { SECRET_KEY, SMTP_URL: smtp.url, LOG_LEVEL: 'fatal', UV_THREADPOOL_SIZE: '4' }
  const start = async (): Promise<ServerProcess> => {
    // It may be started while PostgreSQL is down, as an operator's supervisor would.
    for (let tries = 0; ; tries++) {
      try {
        return await startServerProcess({ connection, work: true, env })
      } catch (error) {
        if (tries > 20) throw error
        await pause(300)
      }
    }
  }
  const running: (ServerProcess | undefined)[] = await Promise.all(Array.from({ length: SERVERS }, start))
  let turn = 0
  return {
    url: () => {
      const up = running.filter((server) => server !== undefined)
      return up[turn++ % up.length]?.url ?? 'http://127.0.0.1:9'
    },
    kill: async (which: number) => {
      const server = running[which % SERVERS]
      if (!server) return
      running[which % SERVERS] = undefined
      await server.end('SIGKILL')
      running[which % SERVERS] = await start()
    },
    close: async () => {
      for (const server of running) await server?.end('SIGKILL')
    },
  }
}

const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

/** One connection of the servers, whatever it is doing. */
async function killBackend({ admin }: EmbeddedPostgres): Promise<boolean> {
  const client = new pg.Client(admin)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rowCount } = await client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'vanfare' and backend_type = 'client backend' order by (state = 'active') desc, random() limit 1`)
    return rowCount === 1
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function untilBack({ admin }: EmbeddedPostgres): Promise<void> {
  for (let tries = 0; tries < 300; tries++, await pause(100)) {
    const client = new pg.Client(admin)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      await client.end()
      return
    } catch {
      await client.end().catch(() => undefined)
    }
  }
  throw new Error('PostgreSQL did not come back')
}
