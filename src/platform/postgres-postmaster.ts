import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgresLog } from './embedded-postgres.ts'
import { codeOf, StartError } from './errors.ts'
import type { PostgresBinaries, PostgresRunner } from './postgres-binaries.ts'
import { failureText } from './postgres-cluster.ts'

type PostmasterParts = {
  cluster: string
  binaries: PostgresBinaries
  runner: PostgresRunner
  settings: Record<string, string>
  log: EmbeddedPostgresLog
}

const FIRST_START_MS = 30_000
const STOP_MS = 20_000
const LONGEST_PAUSE_MS = 5_000

/**
 * Keeps one PostgreSQL running. If it dies it is restarted at the same socket, with increasing delays, and pools reconnect by
 * themselves.
 */
export async function supervisePostmaster(parts: PostmasterParts): Promise<{ stop(): Promise<void> }> {
  const { log } = parts
  const state = { isStopping: false }
  let current = await firstStart(parts)
  const watching = watch()
  return {
    async stop() {
      if (!state.isStopping) {
        state.isStopping = true
        await current.stop()
      }
      await watching
    },
  }

  async function watch(): Promise<void> {
    let pauseMs = 50
    while (!state.isStopping) {
      const startedAt = performance.now()
      await current.ended
      if (state.isStopping) return
      log.error({ pid: current.pid }, 'PostgreSQL died; starting it again')
      if (performance.now() - startedAt > 60_000) pauseMs = 50
      for (;;) {
        await sleep(pauseMs)
        if (state.isStopping) return
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
        try {
          current = await startOnce(parts)
          break
        } catch (error) {
          log.error({ err: error }, 'PostgreSQL did not start; trying again')
        }
      }
      if (state.isStopping) await current.stop()
      else log.warn({ pid: current.pid }, 'PostgreSQL runs again')
    }
  }
}

/** A killed server leaves children that need a moment to exit, so the first failures are not final. */
async function firstStart(parts: PostmasterParts): Promise<Postmaster> {
  const until = performance.now() + FIRST_START_MS
  for (let pauseMs = 50; ; pauseMs *= 2) {
    try {
      return await startOnce(parts)
    } catch (error) {
      const mayPass = error instanceof StartError && /shared memory block|lock file/.test(error.message)
      if (!mayPass || performance.now() + pauseMs > until) throw error
      await sleep(pauseMs)
    }
  }
}

type Postmaster = { pid: number; ended: Promise<void>; stop(): Promise<void> }

/**
 * Standard input is a pipe that only this process holds. When it ends, because we have died, the server is interrupted, and after
 * half a second told to quit immediately; it recovers at the next start.
 */
const UNTIL_STDIN_ENDS = `
exec 3<&0
trap "" INT TERM HUP
"$@" 3<&- </dev/null & p=$!
( read _ <&3
  kill -INT $p || exit
  for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.05; kill -0 $p || exit; done
  kill -QUIT $p
  sleep 5
  kill -9 -$$
) 2>/dev/null & w=$!
wait $p; c=$?
kill -9 $w 2>/dev/null
wait $w 2>/dev/null
exit $c`

async function startOnce({ cluster, binaries, runner, settings, log }: PostmasterParts): Promise<Postmaster> {
  await clearLeftover(cluster, log)
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const commandLine = [
    ...runner.commandPrefix,
    'sh',
    '-c',
    UNTIL_STDIN_ENDS,
    'sh',
    binaries.postgres,
    '-D',
    cluster,
    ...flags,
  ]
  const [command = '', ...args] = commandLine
  const child = spawn(command, args, { cwd: cluster, stdio: ['pipe', 'ignore', 'pipe'], detached: true })
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  await ready(child, log)
  // From the first line of the server's postmaster.pid, because the child's id is the shell's.
  const pid = readPostmasterPid(cluster) ?? child.pid ?? 0
  return { pid, ended, stop: () => stopServer(child, pid, ended) }
}

/**
 * Resolves when the server reports that it is ready, rejects with its last lines if it ends first. Its log is read for as long as it
 * lives.
 */
function ready(child: ChildProcess, log: EmbeddedPostgresLog): Promise<void> {
  const last: string[] = []
  return new Promise((done, fail) => {
    child.once('error', (error) => fail(new StartError(`PostgreSQL could not be run: ${error.message}`)))
    child.once('close', (code) => fail(new StartError(failureText(last.join('\n'), `PostgreSQL ended (code ${code})`))))
    if (!child.stderr) return
    createInterface({ input: child.stderr }).on('line', (line) => {
      last.push(line)
      if (last.length > 20) last.shift()
      log.debug({ postgres: line }, 'PostgreSQL')
      if (line.includes('database system is ready to accept connections')) done()
    })
  })
}

async function stopServer(child: ChildProcess, pid: number, ended: Promise<void>): Promise<void> {
  signal(pid, 'SIGINT')
  const isDone = await Promise.race([ended.then(() => true), sleep(STOP_MS, false, { ref: false })])
  // Closing its standard input makes the watching shell take stronger measures.
  if (!isDone) child.stdin?.end()
  await ended
}

/** A leftover pid file would only delay the start; a server that outlived its parent is stopped first. */
async function clearLeftover(cluster: string, log: EmbeddedPostgresLog): Promise<void> {
  const pid = readPostmasterPid(cluster)
  if (pid === undefined) return
  if (isServerOf(pid, cluster)) {
    log.warn({ pid }, 'a PostgreSQL of an earlier run is still there; stopping it')
    for (const kind of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      signal(pid, kind)
      for (let waited = 0; waited < 5_000 && isServerOf(pid, cluster); waited += 25) await sleep(25)
      if (!isServerOf(pid, cluster)) break
    }
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

function readPostmasterPid(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/** Process ids are reused, so also checks that the server runs in our directory (where the system can tell). */
function isServerOf(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0)
    if (process.platform !== 'linux') return true
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return false
  }
}

function signal(pid: number, kind: NodeJS.Signals): void {
  try {
    process.kill(pid, kind)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}
