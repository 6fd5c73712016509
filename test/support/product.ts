import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.ts'

export type Product = {
  url: string
  dataDir: string
  logFile: string
  child: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The product as people run it: production build, its own PostgreSQL, the demonstration's data; in a new directory unless one is given.
 * `stdout` is where its standard output goes instead of the log file.
 */
export async function startProduct(
  env: Record<string, string> = {},
  { dataDir: given, stdout }: { dataDir?: string; stdout?: number | 'pipe' } = {},
): Promise<Product> {
  await ensureBuilt()
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'vanfare-product-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const logFile = join(root, '.cache', 'test', `product-${port}.log`)
  mkdirSync(join(root, '.cache', 'test'), { recursive: true })
  const output = openSync(logFile, 'w')
  const ahead = process.env['VANFARE_TEST_AHEAD']
  const isDemonstration = (env['APP_MODE'] ?? 'demo') === 'demo'
  const child = spawn(process.execPath, ['build/app/main.js'], {
    cwd: root,
    stdio: ['ignore', stdout ?? output, output, 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      APP_MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'info',
      // Of the browser tests (browser-setup.ts): the same for each product, so that the tests know the time.
      ...(ahead && isDemonstration ? { CLOCK_AHEAD: `${ahead}m` } : {}),
      ...env,
    },
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
    if (!given) rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await ready(`${url}/readyz`, () => child.exitCode !== null || child.signalCode !== null)
  } catch {
    await stop()
    throw new Error(`The product did not start:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`)
  }
  return { url, dataDir, logFile, child, stop }
}

async function ready(url: string, hasEnded: () => boolean): Promise<void> {
  for (const end = Date.now() + 150_000; Date.now() < end; await sleep(50)) {
    if (hasEnded()) throw new Error('ended')
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error('not ready in time')
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))))
    })
  })
}
