import { createReadStream, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { UnusableFile, vintageOfMetadata, vintageOfName } from './rules.ts'

/** One CSV inside a release. */
export interface ReleaseFile {
  name: string
  bytes: number
  open(): Promise<Readable>
}

/** A release as it lies on disk: a zip or one plain CSV. */
export interface Release {
  files: ReleaseFile[]
  /** When the data is from, as well as the release says it. */
  vintage: string
  close(): void
}

const CODE_POINT_FILE = /(^|\/)Data\/CSV\/[a-z]{1,2}\.csv$/i
const DIRECTORY_FILE = /(^|\/)Data\/[^/]*(ONSPD|NSPL)[^/]*\.csv$/i
const METADATA_FILE = /(^|\/)Doc\/metadata\.txt$/i
/** Real releases are below 2 GB and 400 entries. */
const MAX_BYTES = 8 * 1024 ** 3
const MAX_ENTRIES = 10_000

/** Opens a release; its kind is found by its content, not by its ending. */
export async function openRelease(path: string): Promise<Release> {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new UnusableFile(`There is no file ${path}.`)
  return (await startsLikeZip(path)) ? openZip(path, stats.mtime) : openPlain(path, stats.size, stats.mtime)
}

async function startsLikeZip(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { end: 3 })) return String(chunk).startsWith('PK')
  return false
}

function openPlain(path: string, bytes: number, modified: Date): Release {
  const name = basename(path)
  return {
    files: [{ name, bytes, open: async () => createReadStream(path, { highWaterMark: 256 * 1024 }) }],
    vintage: vintageOfName(name) ?? monthOf(modified),
    close: () => undefined,
  }
}

async function openZip(path: string, modified: Date): Promise<Release> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw new UnusableFile(`${basename(path)} isn’t a whole zip file: ${messageOf(error)}.`)
  })
  try {
    const entries = await listEntries(zip)
    const chosen = chooseEntries(entries)
    if (chosen.length === 0) {
      throw new UnusableFile(
        `${basename(path)} holds neither Data/CSV/*.csv (Code-Point Open) nor Data/ONSPD*.csv or Data/NSPL*.csv.`,
      )
    }
    await checkEntries(zip, chosen)
    return {
      files: chosen.map((entry) => ({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        open: async () => Readable.from(inflate(zip, entry), { objectMode: false }),
      })),
      vintage: await vintageOfZip(zip, entries, chosen, path, modified),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize
    if (entries.push(entry) > MAX_ENTRIES || bytes > MAX_BYTES)
      throw new UnusableFile('This zip is far larger than any release.')
  }
  return entries
}

/** What an entry holds, held against the checksum that the zip states for it: one flipped bit may make another place of a postcode. */
async function* inflate(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let checksum = 0
  try {
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw damaged(entry, messageOf(error))
  }
  if (checksum !== entry.crc32) throw damaged(entry, 'it doesn’t match its checksum')
}

/**
 * Reads all entries once beforehand: the first sign of a flipped bit may otherwise be a senseless line, which reads
 * like a fault in the data.
 */
async function checkEntries(zip: ZipFile, entries: readonly Entry[]): Promise<void> {
  for (const entry of entries) for await (const _ of inflate(zip, entry));
}

const damaged = ({ fileName }: Entry, how: string) =>
  new UnusableFile(`${fileName} is damaged: ${how}. Nothing was changed. Download the file again.`)

/** The files by area, else the one national file; a directory's copies by area lie a folder deeper and are not wanted twice. */
function chooseEntries(entries: Entry[]): Entry[] {
  const byArea = entries.filter(({ fileName }) => CODE_POINT_FILE.test(fileName))
  if (byArea.length > 0) return byArea
  return entries.filter(({ fileName }) => DIRECTORY_FILE.test(fileName)).slice(0, 1)
}

async function vintageOfZip(
  zip: ZipFile,
  entries: Entry[],
  chosen: Entry[],
  path: string,
  modified: Date,
): Promise<string> {
  const metadata = entries.find(({ fileName }) => METADATA_FILE.test(fileName))
  if (metadata && metadata.uncompressedSize < 1024 * 1024) {
    let text = ''
    for await (const chunk of inflate(zip, metadata)) text += String(chunk)
    const vintage = vintageOfMetadata(text)
    if (vintage) return vintage
  }
  const named = vintageOfName(basename(chosen[0]?.fileName ?? '')) ?? vintageOfName(basename(path))
  return named ?? monthOf(chosen[0]?.getLastModDate() ?? modified)
}

const monthOf = (date: Date): string => date.toISOString().slice(0, 7)
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
