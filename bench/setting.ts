import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, type App } from '#app/build-app.ts'
import { hashPassword } from '#modules/identity/passwords/gateway.ts'
import { readConfig } from '#platform/config.ts'
import type { DbConnection } from '#platform/db.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { prepareDatabase } from '#platform/prepare-database.ts'
import { withoutLoadLimits } from '#test/support/load-limits.ts'

/** The real app on a real database of its own, with limits out of the way. */
export interface Setting {
  app: App
  /** Connection as the owner: benchmarks fill tables and read them directly. */
  connection: DbConnection & { host: string; user: string; database: string }
  close(): Promise<void>
}

/** `prepare` adds to the app before it is ready: the pages, where they are measured. */
export async function openSetting(
  prepare: (app: App) => Promise<void> = async () => undefined,
  log = createLog('silent'),
): Promise<Setting> {
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: createLog('silent') })
  await prepareDatabase(postgres)
  const config = { ...readConfig({ DATA_DIR: folder }), rateLimitFactor: 1e9 }
  const app = await buildApp({
    config,
    connection: postgres.connection,
    log,
    work: false,
    loadLimits: withoutLoadLimits,
  })
  await prepare(app)
  await app.fastify.ready()
  return {
    app,
    connection: postgres.owner,
    close: async () => {
      await app.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const PASSWORD = 'Kettle-on-at-7'

/** Customers who can log in with that password. */
export async function addPeople({ app }: Pick<Setting, 'app'>, count: number): Promise<string[]> {
  const hash = await hashPassword(PASSWORD)
  if (typeof hash !== 'string') throw new Error('busy')
  const emails = Array.from({ length: count }, (_, n) => `person-${n}@example.com`)
  await app.ctx.db
    .insertInto('identity.user')
    .values(
      emails.map((email) => ({
        userRole: 'customer' as const,
        email,
        emailKey: email,
        emailVerifiedAt: new Date(),
        passwordHash: hash,
        firstName: 'Jane',
        createdAt: new Date(),
      })),
    )
    .execute()
  return emails
}

/** CPU of this process and of every PostgreSQL backend below it, in microseconds. Noise of other processes is not in it. */
export function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system + descendants(process.pid).reduce((sum, pid) => sum + ticksOf(pid), 0) * 10_000
}

/** The same of another process and everything below it. */
export const cpuMicrosBelow = (pid: number): number =>
  [pid, ...descendants(pid)].reduce((sum, one) => sum + ticksOf(one), 0) * 10_000

function descendants(pid: number): number[] {
  let children: number[] = []
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
  return children.flatMap((child) => [child, ...descendants(child)])
}

/** Own time and that of children that have ended, in hundredths of a second. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0)
  } catch {
    return 0
  }
}

export interface Measured {
  perSecond: number
  p50: number
  p99: number
  cpuMicrosEach: number
  count: number
}

/** Runs `work` from `callers` callers at once until the time is over; bounded in time and in number. */
export async function measure(
  work: (index: number) => Promise<unknown>,
  options: { callers: number; seconds: number; most?: number; from?: number },
): Promise<Measured> {
  const times: number[] = []
  let next = options.from ?? 0
  const end = performance.now() + options.seconds * 1000
  const last = next + (options.most ?? Number.POSITIVE_INFINITY)
  const cpu = cpuMicros()
  const started = performance.now()
  await Promise.all(
    Array.from({ length: options.callers }, async () => {
      while (performance.now() < end && next < last) {
        const index = next++
        const before = performance.now()
        await work(index)
        times.push(performance.now() - before)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
  return {
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpuMicrosEach: (cpuMicros() - cpu) / times.length,
    count: times.length,
  }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** One row of the table of results. */
export interface Figure {
  what: string
  ours: string
  limit: string
  ratio: string
  goal: string
  isReached: boolean | null
  /** How far the limit itself moved between rounds: other work on the machine, mostly. */
  spread?: string
}

/** "±4 %": half of what lies between the lowest and the highest, of the median. */
export function spreadOf(values: readonly number[]): string {
  const middle = median(values)
  return middle > 0 ? `±${Math.round(((Math.max(...values) - Math.min(...values)) / 2 / middle) * 100)} %` : ''
}
