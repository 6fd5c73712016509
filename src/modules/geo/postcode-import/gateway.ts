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
  for (const file of release.files) yield* readFile(file, lineReader(file, options, tally), onBytes)
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

/** Lines become text inside the parser: that spares a million steps through a stream. */
async function* readFile(
  file: ReleaseFile,
  read: (fields: string[]) => string,
  onBytes: (bytes: number) => void,
): AsyncGenerator<string> {
  let text = ''
  // A full piece of text leaves the parser as a record of one field.
  const collect = (fields: string[]): string[] | null => {
    text += read(fields)
    if (text.length < CHUNK) return null
    const full = [text]
    text = ''
    return full
  }
  const source = await file.open()
  source.on('data', (chunk: Buffer) => onBytes(chunk.byteLength))
  const parser = source.pipe(
    parse({
      bom: true,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: collect,
    }),
  )
  source.on('error', (error) => parser.destroy(error))
  const chunks: AsyncIterable<string[]> = parser
  try {
    for await (const full of chunks) yield full[0] ?? ''
    if (text) yield text
  } catch (error) {
    throw error instanceof UnusableFile
      ? error
      : new UnusableFile(`${file.name}: ${describe(error)}. Nothing was changed.`)
  } finally {
    source.destroy()
  }
}

/** Turns the fields of each line into a line for COPY, or into nothing, and keeps the tally. The first line says what follows. */
function lineReader(file: ReleaseFile, options: ReadOptions, tally: Tally): (fields: string[]) => string {
  let format: Format | null = null
  let line = 0
  return (fields) => {
    line += 1
    if (!format) {
      format = formatOf(file, fields, options)
      tally.kind ??= format.kind
      if (format.hasHeader) return ''
    }
    const reading = format.read(fields)
    count(tally, reading, file.name, line)
    return reading === 'skipped' || reading === 'malformed' ? '' : copyLine(reading)
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

function count(tally: Tally, reading: Reading, name: string, line: number): void {
  tally.lines += 1
  if (reading === 'malformed') {
    tally.malformed += 1
    tally.firstMalformed ??= `${name}, line ${line}`
  } else if (reading === 'skipped') tally.skipped += 1
  else {
    tally.rows += 1
    if (reading.lat !== null) tally.located += 1
    if (reading.postcode.startsWith('BT')) tally.hasNorthernIreland = true
  }
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))
