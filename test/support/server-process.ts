import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DbConnection } from '#platform/db.ts'

export interface ServerProcess {
  url: string
  child: ChildProcess
  /** In order, or at once with SIGKILL; resolves when it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>
}

export interface ServerProcessOptions {
  connection: DbConnection
  /** Whether it runs jobs. */
  work?: boolean
  env?: Record<string, string>
  /** Where its standard output goes. */
  stdout?: number | 'pipe' | 'ignore'
}

/** The API of the sources, with or without jobs, in a process of its own on a test's database. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vanfare-process-'))
  const { connection, work = false, env, stdout = 'ignore' } = options
  const child = spawn(process.execPath, [fileURLToPath(new URL('server-child.ts', import.meta.url))], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      RATE_LIMIT_FACTOR: '1000',
      SERVE: JSON.stringify({ connection, work }),
      ...env,
    },
  })
  const gone = once(child, 'exit')
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    await gone
    rmSync(dataDir, { recursive: true, force: true })
  }
  const url = await Promise.race([once(child, 'message').then(([said]) => String(said)), gone.then(() => undefined)])
  if (url) return { url, child, end }
  rmSync(dataDir, { recursive: true, force: true })
  throw new Error(`The server ended before it listened: code ${child.exitCode}, signal ${child.signalCode}`)
}
