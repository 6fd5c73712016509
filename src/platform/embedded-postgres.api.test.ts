import { spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres, type SocketConnection, findRunningPostgres } from './embedded-postgres.ts'
import { createLog } from './log.ts'
import type { PostgresRunner } from './postgres-binaries.ts'

describe('embedded postgres', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const log = createLog('silent')
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-embedded-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const newDataDir = (name: string) => realpathSync(mkdtempSync(join(folder, `${name}-`)))

  async function query<Row extends object>(connection: SocketConnection, sql: string): Promise<Row[]> {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<Row>(sql)).rows
    } finally {
      await client.end()
    }
  }

  /** Processes that run in this data directory or have it as an argument. */
  const processesIn = (dataDir: string): number[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => pid !== process.pid && belongsTo(pid, dataDir))

  function belongsTo(pid: number, dataDir: string): boolean {
    try {
      return (
        readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir) ||
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataDir)
      )
    } catch {
      return false
    }
  }

  async function until(isTrue: () => boolean, milliseconds: number): Promise<boolean> {
    for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(10)) if (isTrue()) return true
    return isTrue()
  }

  /** Starts PostgreSQL in a separate process, which reports that and waits for its end. */
  function startElsewhere(dataDir: string): {
    child: ChildProcess
    waitForOutput: (text: string) => Promise<void>
    output: () => string
  } {
    const source = `
    import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
    import { createLog } from '#platform/log.ts'
    try {
      await startEmbeddedPostgres({ dataDir: process.env.TRY_DIR, log: createLog('silent') })
      console.log('started')
    } catch (error) {
      console.log(error.name + ': ' + error.message)
      process.exit(1)
    }`
    const env = { ...process.env, TRY_DIR: dataDir }
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], { cwd: root, env })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const waitForOutput = async (expectedText: string) => {
      if (!(await until(() => text.includes(expectedText), 50_000))) throw new Error(`It said only: ${text}`)
    }
    return { child, waitForOutput, output: () => text }
  }

  const exitOf = (child: ChildProcess): Promise<number | null> =>
    new Promise((done) => (child.exitCode === null ? child.once('exit', (code) => done(code)) : done(child.exitCode)))

  it('starts cold, keeps what was written, and starts again in less than a second', async () => {
    const dataDir = newDataDir('cold')
    const first = await startEmbeddedPostgres({ dataDir, log })
    await query(first.owner, 'create table kept as select 1 as one')
    await first.stop()
    expect(processesIn(dataDir)).toEqual([])
    expect(existsSync(join(dataDir, 'lock'))).toBe(false)

    const started = performance.now()
    const second = await startEmbeddedPostgres({ dataDir, log })
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(await query(second.owner, 'select one from kept')).toEqual([{ one: 1 }])
    await second.stop()
  })

  it('runs with safe settings, and gives the product a role that is no superuser', async () => {
    const dataDir = newDataDir('settings')
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    try {
      const [row] = await query(
        postgres.connection,
        `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
        current_setting('timezone') as timezone, current_setting('listen_addresses') as listen_addresses,
        current_setting('server_encoding') as encoding, current_database() as database,
        (select rolsuper from pg_roles where rolname = current_user) as superuser`,
      )
      expect(row).toEqual({
        fsync: 'on',
        synchronous_commit: 'on',
        timezone: 'UTC',
        listen_addresses: '',
        encoding: 'UTF8',
        database: 'vanfare',
        superuser: false,
      })
      const byUrl = new pg.Client({ connectionString: postgres.url })
      await byUrl.connect()
      expect((await byUrl.query('select current_user as name')).rows).toEqual([{ name: 'vanfare' }])
      await byUrl.end()
    } finally {
      await postgres.stop()
    }
  })

  it('leaves no process behind within a second when its parent is killed, in the middle of work too', async () => {
    const dataDir = newDataDir('orphan')
    const { child, waitForOutput } = startElsewhere(dataDir)
    await waitForOutput('started')
    expect(processesIn(dataDir).length).toBeGreaterThan(1)
    child.kill('SIGKILL')
    await exitOf(child)
    expect(await until(() => processesIn(dataDir).length === 0, 1_000)).toBe(true)

    const restarted = await startEmbeddedPostgres({ dataDir, log })
    expect(await query(restarted.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await restarted.stop()
  })

  it('leaves neither processes nor half-made files that count when killed while it makes the files', async () => {
    const dataDir = newDataDir('half')
    const { child } = startElsewhere(dataDir)
    expect(await until(() => readdirSync(dataDir).some((name) => name.startsWith('postgres.new-')), 15_000)).toBe(true)
    await sleep(60)
    child.kill('SIGKILL')
    await exitOf(child)
    expect(await until(() => processesIn(dataDir).length === 0, 1_000)).toBe(true)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)

    const restarted = await startEmbeddedPostgres({ dataDir, log })
    await restarted.stop()
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  it('refuses a second start on the same directory by naming the first, which goes on undisturbed', async () => {
    const dataDir = newDataDir('second')
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    try {
      await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(`process ${process.pid}`)
      const second = startElsewhere(dataDir)
      expect(await exitOf(second.child)).toBe(1)
      expect(second.output()).toBe(
        `StartError: Vanfare is already running on ${dataDir}: process ${process.pid}. Stop it first, or set DATA_DIR to another directory.\n`,
      )
      expect(await query(postgres.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    } finally {
      await postgres.stop()
    }
  })

  it('lets exactly one of several that start together have the directory', { timeout: 60_000 }, async () => {
    const dataDir = newDataDir('together')
    writeFileSync(
      join(dataDir, 'lock'),
      JSON.stringify({ pid: 4_194_000, started: '1', namespace: 'gone', nonce: 'old' }),
    )
    utimesSync(join(dataDir, 'lock'), 0, 0)
    const started = Array.from({ length: 5 }, () => startElsewhere(dataDir))
    try {
      const outcome = async ({ child, waitForOutput }: (typeof started)[number]) =>
        await Promise.race([waitForOutput('started').then(() => 'running'), exitOf(child).then(() => 'refused')])
      const outcomes = await Promise.all(started.map(outcome))
      const winner = started[outcomes.indexOf('running')]?.child.pid
      const others = started.filter(({ child }) => child.pid !== winner)
      expect(others).toHaveLength(4)
      for (const { output } of others) expect(output()).toContain(`process ${winner}.`)
    } finally {
      for (const { child } of started) child.kill('SIGKILL')
      await Promise.all(started.map(({ child }) => exitOf(child)))
    }
  })

  it('takes over a lock and a pid file whose processes are gone, even when their ids are in use again', async () => {
    const dataDir = newDataDir('stale')
    const first = await startEmbeddedPostgres({ dataDir, log })
    const lock = JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8')) as { pid: number; started: string }
    const pidFile = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
    await first.stop()
    // Our own id lives, but a process that began at another time held the lock, and we are no PostgreSQL.
    writeFileSync(join(dataDir, 'lock'), JSON.stringify({ ...lock, started: '1' }))
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)))
    const second = await startEmbeddedPostgres({ dataDir, log })
    expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
  })

  it('starts the server again when it is killed, at the same address and with everything that was committed', async () => {
    const dataDir = newDataDir('killed')
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    try {
      await query(postgres.owner, 'create table kept as select 7 as seven')
      for (const round of [1, 2]) {
        const pid = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
        process.kill(pid, 'SIGKILL')
        const answers = async () => await query(postgres.owner, 'select seven from kept').catch(() => undefined)
        let rows = await answers()
        for (const end = Date.now() + 10_000; !rows && Date.now() < end; rows = await answers()) await sleep(50)
        expect(rows, `round ${round}`).toEqual([{ seven: 7 }])
      }
    } finally {
      await postgres.stop()
    }
    expect(processesIn(dataDir)).toEqual([])
  })

  it('starts at the end of a path that is too long for a socket', async () => {
    const dataDir = join(newDataDir('long'), 'a'.repeat(120), 'b'.repeat(60))
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    expect(Buffer.byteLength(`${postgres.connection.host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107)
    expect(await query(postgres.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await postgres.stop()
  })

  it('says what is wrong with a directory that is not its own, and leaves it alone', async () => {
    const dataDir = newDataDir('foreign')
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '15\n')
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow('was made by PostgreSQL 15')
    rmSync(join(dataDir, 'postgres', 'PG_VERSION'))
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow('is not a PostgreSQL data directory')
    expect(existsSync(join(dataDir, 'lock'))).toBe(false)
  })

  /** Only root has to become somebody else first. */
  const isRoot = process.getuid?.() === 0
  const waysToAndFro: PostgresRunner['name'][][] = isRoot ? [['setpriv', 'unshare', 'su']] : []

  it.each(waysToAndFro)('runs as root by %s, then %s, then %s on the same files', async (...ways) => {
    const dataDir = newDataDir('nobody')
    // mkdtemp makes private directories, but the Unix user of PostgreSQL has to enter these.
    for (const path of [folder, dataDir]) chmodSync(path, 0o711)
    for (const way of ways) {
      const postgres = await startEmbeddedPostgres({ dataDir, log, runners: [way] })
      expect(await query(postgres.connection, 'select 1 as one')).toEqual([{ one: 1 }])
      await postgres.stop()
      expect(processesIn(dataDir)).toEqual([])
    }
  })

  it.each(isRoot ? [[]] : [])('says what to do where root has no way at all', async (...runners) => {
    const dataDir = newDataDir('nowhere')
    await expect(startEmbeddedPostgres({ dataDir, log, runners })).rejects.toThrow(
      'PostgreSQL refuses to run as root, and this machine forbids user namespaces.',
    )
  })
})

describe('a running PostgreSQL', () => {
  it('finds the database of a running product, and none where none runs', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'vanfare-running-'))
    expect(await findRunningPostgres(dataDir)).toBeUndefined()
    const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') })
    const found = await findRunningPostgres(dataDir)
    const { connection, owner } = postgres
    expect(found).toMatchObject({ connection, owner })
    const client = new pg.Client(found?.connection)
    await client.connect()
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
    await postgres.stop()
    expect(await findRunningPostgres(dataDir)).toBeUndefined()
    rmSync(dataDir, { recursive: true, force: true })
  })
})
