// From exec to the first page, beside bare Fastify with react-dom: node bench/cold-start.ts
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { median, spreadOf, type Figure } from './setting.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Flags of scripts/launch.mjs. */
const FLAGS = ['--max-semi-space-size=64']
const ROUNDS = 7

type Env = Record<string, string>

/** Milliseconds from exec to the first 200 of `/`, and to the end after a request to stop. */
export async function start(file: string, env: Env): Promise<{ ms: number; child: ChildProcess }> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [...FLAGS, join(root, file)], {
    cwd: root,
    env: { ...inherited(), ...env, PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'production', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${file} ended with ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  return { ms: performance.now() - started, child }
}

/** The child inherits little of our environment, which may hold settings of the product. */
const inherited = (): Env => ({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? tmpdir() })

async function timeOf(file: string, env: Env): Promise<number> {
  const { ms, child } = await start(file, env)
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  return ms
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ port, host: '127.0.0.1', path: '/', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('error', () => resolve(false))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(Number(process.env.BENCH_PORT ?? 0), '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

export async function benchColdStart(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-bench-'))
  const apart = mkdtempSync(join(tmpdir(), 'vanfare-bench-'))
  const embedded = { DATA_DIR: folder }
  const first = await timeOf('build/app/main.js', embedded)
  const postgres = await startEmbeddedPostgres({ dataDir: apart, log: createLog('silent') })
  try {
    const external = { DATA_DIR: folder, DATABASE_URL: postgres.url }
    await timeOf('build/app/main.js', external)
    await timeOf('bench/hello.ts', {})
    const times = { hello: [] as number[], embedded: [] as number[], external: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      const turns = [
        async () => times.hello.push(await timeOf('bench/hello.ts', {})),
        async () => times.embedded.push(await timeOf('build/app/main.js', embedded)),
        async () => times.external.push(await timeOf('build/app/main.js', external)),
      ]
      for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
    }
    return figuresOf(first, times)
  } finally {
    await postgres.stop()
    for (const one of [folder, apart]) rmSync(one, { recursive: true, force: true })
  }
}

function figuresOf(first: number, times: Record<'hello' | 'embedded' | 'external', number[]>): Figure[] {
  const hello = median(times.hello)
  const row = (what: string, value: number, isJudged: boolean): Figure => ({
    what,
    ours: `${value.toFixed(0)} ms`,
    limit: `${hello.toFixed(0)} ms`,
    ratio: (value / hello).toFixed(2),
    goal: isJudged ? '≤ 2.0' : '',
    isReached: isJudged ? value / hello <= 2 : null,
    spread: spreadOf(times.hello),
  })
  return [
    row('Cold start to the first page, database already running', median(times.external), true),
    row('Cold start to the first page, with the embedded PostgreSQL', median(times.embedded), true),
    row('Very first start: initdb, migrations and the demonstration too', first, false),
  ]
}

if (import.meta.main) console.table(await benchColdStart())
