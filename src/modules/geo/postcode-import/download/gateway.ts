import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UnusableFile } from '../rules.ts'

/** Ordnance Survey's own address of the newest Code-Point Open. */
export const CODE_POINT_OPEN_URL =
  'https://api.os.uk/downloads/v1/products/CodePointOpen/downloads?area=GB&format=CSV&redirect'
const MAX_DOWNLOAD_BYTES = 1024 ** 3
const STALL_MS = 60_000

export interface DownloadProgress {
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
