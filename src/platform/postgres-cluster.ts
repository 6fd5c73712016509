import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedPostgresLog } from './embedded-postgres.ts'
import type { PostgresBinaries, PostgresRunner } from './postgres-binaries.ts'
import { StartError } from './errors.ts'

type ClusterParts = {
  dataDir: string
  binaries: PostgresBinaries
  runner: PostgresRunner
  /** The database to create, owned by a role of the same name that is not a superuser. */
  database: string
  log: EmbeddedPostgresLog
}

/** The folder of the database files, created if missing. It gets its name only when complete, so a killed start leaves none. */
export async function ensureCluster(parts: ClusterParts): Promise<string> {
  const { dataDir, binaries, runner } = parts
  const cluster = join(dataDir, 'postgres')
  // PostgreSQL's user must be able to enter; the files inside are private anyway.
  if (runner.uid) execFileSync('chmod', ['o+x', dataDir])
  if (existsSync(cluster)) {
    checkVersion(cluster, binaries)
    changeOwner(cluster, runner)
    return cluster
  }
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(DRAFT_PREFIX)) rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 3 })
  }
  const draft = join(dataDir, `${DRAFT_PREFIX}${randomBytes(4).toString('hex')}`)
  mkdirSync(draft, { mode: 0o700 })
  changeOwner(draft, runner)
  await initialise(draft, parts)
  renameSync(draft, cluster)
  parts.log.info({}, 'new database files made')
  return cluster
}

/** PostgreSQL's last output, preceded by an explanation if we recognise it. */
export function failureText(output: string, summary: string): string {
  const isFull = /no space left on device|disk quota exceeded/i.test(output)
  const advice = isFull
    ? ' There is no room left in DATA_DIR: make some, or set it to a directory on another disk.'
    : ''
  return `${summary}.${advice}\n${output.trim().slice(-2_000)}`
}

const DRAFT_PREFIX = 'postgres.new-'

async function initialise(draft: string, { binaries, runner, database }: ClusterParts): Promise<void> {
  const options =
    '--username=postgres --auth=trust --encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8'
  await runToEnd(runner, [binaries.initdb, '-D', draft, ...options.split(' ')])
  const statements = `create role ${database} login;\ncreate database ${database} owner ${database};\n`
  await runToEnd(runner, [binaries.postgres, '--single', '-D', draft, 'postgres'], statements)
}

function checkVersion(cluster: string, binaries: PostgresBinaries): void {
  const version = readIfThere(join(cluster, 'PG_VERSION'))?.trim()
  if (version === binaries.majorVersion) return
  throw new StartError(
    version
      ? `${cluster} was made by PostgreSQL ${version}, but PostgreSQL ${binaries.majorVersion} is installed. Set DATA_DIR to another directory, or go back to the release that made it.`
      : `${cluster} is not a PostgreSQL data directory (it has no PG_VERSION). Move it away, or set DATA_DIR to another directory.`,
  )
}

/** A directory used once with user namespaces and once without changes owner. */
function changeOwner(folder: string, runner: PostgresRunner): void {
  const { uid } = runner
  if (uid === undefined || statSync(folder).uid === uid) return
  if (readdirSync(folder).length === 0) chownSync(folder, uid, uid)
  else execFileSync('chown', ['-R', `${uid}:${uid}`, folder])
}

const readIfThere = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

/**
 * Runs one command with our input, and kills it and its children once this process is gone: descriptor 3 is a pipe whose other end
 * only we hold.
 */
const UNTIL_PARENT_DIES = `
exec 4<&0
"$@" <&4 3<&- 4<&- & p=$!
( read _ <&3; kill -9 -$$ ) 2>/dev/null & w=$!
wait $p; c=$?
kill -9 $w 2>/dev/null
exit $c`

function runToEnd(runner: PostgresRunner, command: string[], input = ''): Promise<void> {
  const [first, ...rest] = [...runner.commandPrefix, 'sh', '-c', UNTIL_PARENT_DIES, 'sh']
  const child = spawn(first, [...rest, ...command], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'], detached: true })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk))
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) => {
      if (code === 0) done()
      else fail(new StartError(failureText(output, `PostgreSQL could not make its files (code ${code})`)))
    })
  })
}
