// Loads the open data of every postcode: npm run postcodes:import [-- FILE] [--include-ni] [--accept-smaller]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importPostcodes, type Imported, type ImportOptions } from '#modules/geo/postcode-import/commands.ts'
import { CODE_POINT_OPEN_URL, download } from '#modules/geo/postcode-import/gateway.ts'
import { openRelease } from '#modules/geo/postcode-import/release-gateway.ts'
import { SOURCE_NAMES, UnusableFile } from '#modules/geo/postcode-import/rules.ts'
import { loadEnvironment, readConfig } from '#platform/config.ts'
import type { DbConnection } from '#platform/db.ts'
import { StartError } from '#platform/errors.ts'
import { createProgress } from './import-progress.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `npm run postcodes:import [-- FILE] [-- --include-ni] [-- --accept-smaller]

  FILE              a zip of Code-Point Open, ONSPD or NSPL, or one plain CSV of them;
                    without it the newest Code-Point Open is downloaded from Ordnance Survey
  --include-ni      Northern Ireland too (ONSPD, NSPL): not free for commercial use
  --accept-smaller  although postcodes, areas or places would be lost that should be there`

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'include-ni': { type: 'boolean', default: false },
        'accept-smaller': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch {
    throw new StartError(USAGE)
  }
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments()
  if (values.help || positionals.length > 1) return console.log(USAGE)
  const options = { includeNorthernIreland: values['include-ni'], acceptSmaller: values['accept-smaller'] }
  await withDatabase(readConfig(loadEnvironment()), async ({ owner: connection }) => {
    // A new table takes the place of the old one, which only the owner may do.
    const [file] = positionals
    const imported = file ? await importFile(connection, file, options) : await importNewest(connection, options)
    report(imported)
  })
}

async function importNewest(connection: DbConnection, options: ImportOptions): Promise<Imported> {
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-postcodes-'))
  const file = join(folder, 'codepo_gb.zip')
  const progress = createProgress('Downloading')
  let received = 0
  try {
    await download(CODE_POINT_OPEN_URL, file, {
      started: (bytes) => progress.start(bytes),
      received: (bytes) => progress.update((received += bytes)),
    })
    progress.stop()
    return await importFile(connection, file, options)
  } finally {
    progress.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function importFile(connection: DbConnection, path: string, options: ImportOptions): Promise<Imported> {
  const release = await openRelease(path)
  const progress = createProgress('Importing')
  progress.start(release.files.reduce((sum, { bytes }) => sum + bytes, 0))
  try {
    return await importPostcodes(connection, release, options, ({ bytes, rows }) => progress.update(bytes, rows))
  } finally {
    progress.stop()
    release.close()
  }
}

const count = (value: number) => value.toLocaleString('en-GB')

function report({ kind, vintage, rows, located, skipped, malformed, added, dropped }: Imported): void {
  console.log(
    `${SOURCE_NAMES[kind]} ${vintage}: ${count(rows)} postcodes, ${count(added)} new, ${count(dropped)} gone.`,
  )
  if (located < rows) console.log(`${count(rows - located)} have no place of their own and count as their outcode.`)
  if (skipped > 0)
    console.log(`${count(skipped)} lines were left out: ended postcodes, and Northern Ireland unless asked for.`)
  if (malformed > 0) console.log(`${count(malformed)} lines made no sense and were left out.`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof UnusableFile || error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
