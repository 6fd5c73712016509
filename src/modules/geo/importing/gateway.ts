import { parse } from 'csv-parse'
import type { Release, ReleaseFile } from './release/gateway.ts'
import {
  copyLine,
  findColumns,
  isMostlyNonsense,
  looksLikeCodePoint,
  readCodePointRow,
  readDirectoryRow,
  UnusableFile,
  type Reading,
  type ReadOptions,
  type SourceKind,
} from './rules.ts'

/** What was met while reading, complete once the reading has ended. */
export interface Tally {
  kind: SourceKind | null
  lines: number
  rows: number
  located: number
  skipped: number
  malformed: number
  /** Where the first line stood that made no sense. */
  firstMalformed: string | null
  hasNorthernIreland: boolean
}

export const emptyTally = (): Tally => ({
  kind: null,
  lines: 0,
  rows: 0,
  located: 0,
  skipped: 0,
  malformed: 0,
  firstMalformed: null,
  hasNorthernIreland: false,
})

const CHUNK = 64 * 1024

/** The release as PostgreSQL's COPY takes it, piece by piece, so that memory does not grow with the file. */
export async function* copyText(
  release: Release,
  options: ReadOptions,
  tally: Tally,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<string> {
  let chunk = ''
  for (const file of release.files) {
    for await (const reading of readFile(file, options, tally, onBytes)) {
      if (reading === 'skipped' || reading === 'malformed') continue
      chunk += copyLine(reading)
      if (chunk.length < CHUNK) continue
      yield chunk
      chunk = ''
    }
  }
  if (chunk) yield chunk
  checkTally(tally)
}

function checkTally(tally: Tally): void {
  if (isMostlyNonsense(tally.malformed, tally.lines)) {
    throw new UnusableFile(
      `${tally.malformed} of ${tally.lines} lines make no sense, the first at ${tally.firstMalformed}. Nothing was changed.`,
    )
  }
  if (tally.rows === 0) throw new UnusableFile('There are no live postcodes in this file. Nothing was changed.')
}

async function* readFile(
  file: ReleaseFile,
  options: ReadOptions,
  tally: Tally,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Reading> {
  const source = await file.open()
  source.on('data', (chunk: Buffer) => onBytes(chunk.byteLength))
  const parser = source.pipe(
    parse({ bom: true, record_delimiter: ['\r\n', '\n'], relax_column_count: true, skip_empty_lines: true }),
  )
  source.on('error', (error) => parser.destroy(error))
  let read: ((fields: string[]) => Reading) | null = null
  let line = 0
  try {
    for await (const fields of parser as AsyncIterable<string[]>) {
      line += 1
      if (!read) {
        const format = formatOf(file, fields, options)
        tally.kind ??= format.kind
        read = format.read
        if (format.hasHeader) continue
      }
      yield count(tally, read(fields), `${file.name}, line ${line}`)
    }
  } catch (error) {
    throw error instanceof UnusableFile
      ? error
      : new UnusableFile(`${file.name}: ${describe(error)}. Nothing was changed.`)
  } finally {
    source.destroy()
  }
}

interface Format {
  kind: SourceKind
  hasHeader: boolean
  read: (fields: string[]) => Reading
}

function formatOf(file: ReleaseFile, first: string[], options: ReadOptions): Format {
  if (looksLikeCodePoint(first)) return { kind: 'code_point_open', hasHeader: false, read: readCodePointRow }
  const found = findColumns(first)
  if ('missing' in found) {
    throw new UnusableFile(
      `${file.name} is neither Code-Point Open nor ONSPD or NSPL: its first line has no column for ${found.missing.join(', ')}.`,
    )
  }
  const { columns } = found
  return {
    kind: /nspl/i.test(file.name) ? 'nspl' : 'onspd',
    hasHeader: true,
    read: (fields) => readDirectoryRow(fields, columns, options),
  }
}

function count(tally: Tally, reading: Reading, where: string): Reading {
  tally.lines += 1
  if (reading === 'malformed') {
    tally.malformed += 1
    tally.firstMalformed ??= where
  } else if (reading === 'skipped') tally.skipped += 1
  else {
    tally.rows += 1
    if (reading.lat !== null) tally.located += 1
    if (reading.postcode.startsWith('BT')) tally.hasNorthernIreland = true
  }
  return reading
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))
