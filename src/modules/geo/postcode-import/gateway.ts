import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parse } from 'csv-parse'
import { outcodes } from '../outcodes/data.ts'
import type { Release, ReleaseFile } from './release-gateway.ts'
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
  type ImportRow,
  type SourceKind,
} from './rules.ts'
import { astrayProblem, countIfMisplaced, emptyMisplacedCount, type Astray } from './soundness-rules.ts'

/** What was met while reading, complete once the reading has ended. */
export interface Tally {
  kind: SourceKind | null
  lines: number
  rows: number
  located: number
  skipped: number
  malformed: number
  /** Place of the first malformed line. */
  firstMalformed: string | null
  hasNorthernIreland: boolean
  /** Every postcode area with a row. */
  areas: Set<string>
  astray: Astray
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
  areas: new Set(),
  astray: emptyMisplacedCount(),
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
  const problem = astrayProblem(tally.astray)
  if (problem) throw new UnusableFile(`${problem} Nothing was changed.`)
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
  else countRow(tally, reading)
}

function countRow(tally: Tally, { postcode, lat, lng }: ImportRow): void {
  tally.rows += 1
  const area = areaOfRow(postcode)
  tally.areas.add(area)
  if (area === 'BT') tally.hasNorthernIreland = true
  if (lat === null || lng === null) return
  tally.located += 1
  countIfMisplaced(tally.astray, postcode, { lat, lng }, outcodes.get(postcode.slice(0, -4)))
}

/** The letters that a whole, normalised postcode begins with. Without a pattern: it is asked two million times. */
const areaOfRow = (postcode: string): string => postcode.slice(0, postcode.charAt(1) < 'A' ? 1 : 2)

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Ordnance Survey's own address of the newest Code-Point Open. */
export const CODE_POINT_OPEN_URL =
  'https://api.os.uk/downloads/v1/products/CodePointOpen/downloads?area=GB&format=CSV&redirect'
const MAX_DOWNLOAD_BYTES = 1024 ** 3
const STALL_MS = 60_000

interface DownloadProgress {
  /** 0 where the server does not say. */
  started(totalBytes: number): void
  received(bytes: number): void
}

/** Saves what an address answers. It may redirect, but not from https to anything weaker; a minute without a byte ends it. */
export async function download(
  url: string,
  path: string,
  progress: DownloadProgress,
  stallMs = STALL_MS,
): Promise<void> {
  const abort = new AbortController()
  let timer = setTimeout(() => abort.abort(), stallMs)
  try {
    const response = await fetch(url, { signal: abort.signal })
    if (url.startsWith('https:') && !response.url.startsWith('https:'))
      throw new UnusableFile('The download led to an unsafe address.')
    if (!response.ok || !response.body) throw new UnusableFile(`The download was answered ${response.status}.`)
    progress.started(Number(response.headers.get('content-length') ?? 0))
    let bytes = 0
    const watch = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        clearTimeout(timer)
        timer = setTimeout(() => abort.abort(), stallMs)
        bytes += chunk.byteLength
        progress.received(chunk.byteLength)
        done(
          bytes > MAX_DOWNLOAD_BYTES ? new UnusableFile('The download is far larger than any release.') : null,
          chunk,
        )
      },
    })
    await pipeline(Readable.from(response.body), watch, createWriteStream(path))
  } catch (error) {
    if (error instanceof UnusableFile) throw error
    throw new UnusableFile(
      `The download failed: ${abort.signal.aborted ? 'nothing arrived for a minute' : messageOf(error)}.`,
    )
  } finally {
    clearTimeout(timer)
    abort.abort()
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
