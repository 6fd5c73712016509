import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { RefusalKind } from '#shared/endpoint.ts'
import { activePaper, encryptedPaper, tooManyPages, unreadablePaper } from './contract.ts'
import {
  holdsObjects,
  packingOf,
  paperFlaw,
  streamsOf,
  structureOf,
  type PaperFlaw,
  type StreamPlace,
} from './rules.ts'

const refusals: Record<PaperFlaw, RefusalKind> = {
  encrypted: encryptedPaper,
  active: activePaper,
  'too many pages': tooManyPages,
  unreadable: unreadablePaper,
}

/** What all object streams of one file may unpack to: they hold text, so more is a bomb. */
const mostUnpacked = 8 * 1024 ** 2
const unpack = promisify(inflate)

/** A PDF's bytes, unchanged, where it only shows pages; else why not. Nothing of it is drawn or run here. */
export async function readPaper(path: string): Promise<{ bytes: Buffer } | RefusalKind> {
  const bytes = await readFile(path)
  const whole = bytes.toString('latin1')
  const streams = streamsOf(whole)
  const inner = streams && (await unpackAll(bytes, streams.filter(holdsObjects)))
  if (!streams || !inner) return unreadablePaper
  const flaw = paperFlaw(whole, structureOf(whole, streams), inner)
  return flaw ? refusals[flaw] : { bytes }
}

/** Undefined where one cannot be unpacked, or all together are too large. */
async function unpackAll(bytes: Buffer, streams: readonly StreamPlace[]): Promise<string[] | undefined> {
  const texts: string[] = []
  let left = mostUnpacked
  for (const stream of streams) {
    const packed = bytes.subarray(stream.from, stream.to)
    const packing = packingOf(stream)
    if (packing === 'other') return undefined
    const text = packing ? await unpackOne(packed, left) : packed
    left -= text?.length ?? Infinity
    if (!text || left < 0) return undefined
    texts.push(text.toString('latin1'))
  }
  return texts
}

const unpackOne = (packed: Buffer, limit: number): Promise<Buffer | undefined> =>
  unpack(packed, { maxOutputLength: Math.max(1, limit) }).catch(() => undefined)
