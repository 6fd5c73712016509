// How long the import of 1.7 million postcodes takes, beside PostgreSQL's own COPY of the same rows: node bench/postcodes-import.ts
import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ZipFile } from 'yazl'
import { importPostcodes } from '#modules/geo/postcode-import/commands.ts'
import { copyText, emptyTally } from '#modules/geo/postcode-import/gateway.ts'
import { openRelease } from '#modules/geo/postcode-import/release-gateway.ts'
import type { DbConnection } from '#platform/db.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts'
import { createLog } from '#platform/log.ts'
import { prepareDatabase } from '#platform/prepare-database.ts'
import { areaLines, releasedAreas } from '#test/support/postcode-release.ts'

/** What the goal is set for: 60 s on two cores, and memory that does not grow with the file. */
const GOAL_SECONDS = 60
const MOST = 1_700_000
/**
 * Flags of `npm run postcodes:import`: with a small nursery V8's heap is as small as its live data, at no cost in time.
 */
const FLAGS = ['--max-semi-space-size=4']

export interface ImportFigures {
  rows: number
  seconds: number
  rowsPerSecond: number
  /** Processor time of the importing process, which other work on the machine does not lengthen. */
  cpuSeconds: number
  /** Peak memory of the importing process; the database's own is not included. */
  peakMegabytes: number
}

export interface ImportResult {
  first: ImportFigures
  /** Over a full table, which is compared row by row. */
  again: ImportFigures
  /** A tenth of the rows: the same peak means flat memory. */
  tenth: ImportFigures
  /** COPY of ready-made text into the same table, and its primary key. */
  limitSeconds: number
}

export async function measurePostcodesImport(rows = MOST): Promise<ImportResult> {
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log: createLog('silent') })
  try {
    const { owner: connection } = postgres
    await prepareDatabase(postgres)
    const [whole, tenth] = [join(folder, 'codepo_gb.zip'), join(folder, 'tenth.zip')]
    await writeRelease(whole, rows)
    await writeRelease(tenth, Math.floor(rows / 10))
    const figures = {
      tenth: runImport(connection, tenth),
      first: await emptied(connection, whole),
      again: runImport(connection, whole),
    }
    return { ...figures, limitSeconds: await measureCopy(connection, whole, folder) }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function emptied(connection: DbConnection, file: string): Promise<ImportFigures> {
  await query(connection, 'truncate geo.postcode')
  return runImport(connection, file)
}

/** A process of its own, so that its memory is the import's alone. */
function runImport(connection: DbConnection, file: string): ImportFigures {
  const self = fileURLToPath(import.meta.url)
  const output = execFileSync(process.execPath, [...FLAGS, self, '--import', file, JSON.stringify(connection)], {
    encoding: 'utf8',
  })
  return JSON.parse(output) as ImportFigures
}

async function importHere(file: string, connection: DbConnection): Promise<ImportFigures> {
  const started = performance.now()
  const release = await openRelease(file)
  const { rows } = await importPostcodes(connection, release, { includeNorthernIreland: false, acceptSmaller: false })
  release.close()
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage()
  return {
    rows,
    seconds,
    rowsPerSecond: rows / seconds,
    cpuSeconds: (user + system) / 1e6,
    peakMegabytes: process.resourceUsage().maxRSS / 1024,
  }
}

async function measureCopy(connection: DbConnection, file: string, folder: string): Promise<number> {
  const text = join(folder, 'copy.txt')
  const release = await openRelease(file)
  await pipeline(
    Readable.from(copyText(release, { includeNorthernIreland: false }, emptyTally())),
    createWriteStream(text),
  )
  release.close()
  const client = new pg.Client(connection)
  await client.connect()
  const started = performance.now()
  await client.query('begin; create table geo.limit (like geo.postcode including constraints)')
  await pipeline(
    createReadStream(text, { highWaterMark: 64 * 1024 }),
    client.query(copyFrom('copy geo.limit from stdin')),
  )
  await client.query('alter table geo.limit add primary key (postcode); commit')
  const seconds = (performance.now() - started) / 1000
  await client.query('drop table geo.limit')
  await client.end()
  return seconds
}

async function query(connection: DbConnection, text: string): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(text)
  await client.end()
}

/** A zip in the format of Code-Point Open: a file per area, quoted strings, CRLF, one postcode in two hundred without a place. */
async function writeRelease(path: string, rows: number): Promise<void> {
  const zip = new ZipFile()
  const each = Math.ceil(rows / releasedDistricts)
  for (const area of releasedAreas)
    zip.addReadStream(Readable.from(chunksOf(area, each)), `Data/CSV/${area.toLowerCase()}.csv`)
  zip.addBuffer(Buffer.from('DATASET VERSION NUMBER: 2025.4.0\r\n'), 'Doc/metadata.txt')
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

const releasedDistricts = releasedAreas.flatMap((area) => [...areaLines(area)]).length

function* chunksOf(area: string, each: number): Generator<string> {
  let text = ''
  let index = 0
  const place = (easting: number, northing: number) => (++index % 200 === 0 ? '90,0,0' : `10,${easting},${northing}`)
  for (const row of areaLines(area, { each, place })) {
    text += `${row}\r\n`
    if (text.length < 64 * 1024) continue
    yield text
    text = ''
  }
  yield text
}

const line = (label: string, { rows, seconds, rowsPerSecond, cpuSeconds, peakMegabytes }: ImportFigures) =>
  console.log(
    `${label.padEnd(22)} ${String(rows).padStart(9)} rows ${seconds.toFixed(2).padStart(7)} s ${Math.round(rowsPerSecond).toLocaleString('en-GB').padStart(9)} rows/s ${cpuSeconds.toFixed(1).padStart(6)} s CPU ${peakMegabytes.toFixed(0).padStart(5)} MB peak`,
  )

function print({ first, again, tenth, limitSeconds }: ImportResult): void {
  line('a tenth of the rows', tenth)
  line('into an empty table', first)
  line('over a full table', again)
  console.log(`bare COPY and key      ${String(first.rows).padStart(9)} rows ${limitSeconds.toFixed(2).padStart(7)} s`)
  console.log(
    `ratio to the limit: ${(first.seconds / limitSeconds).toFixed(2)}; goal ${GOAL_SECONDS} s: ${first.seconds <= GOAL_SECONDS ? 'reached' : 'MISSED'}`,
  )
}

if (import.meta.main) {
  const [flag, file, connection] = process.argv.slice(2)
  if (flag === '--import' && file && connection) {
    console.log(JSON.stringify(await importHere(file, JSON.parse(connection) as DbConnection)))
  } else print(await measurePostcodesImport())
}
