import { ownValue } from '#shared/records.ts'

/** Which files are accepted, how they are named and how they are sent. Pure. */

export const MAX_PHOTOS = 10
export const MAX_PHOTO_BYTES = 10 * 1024 ** 2
/** Pixels by format: decoders differ in time and memory per pixel, and cameras produce large pictures only as JPEG. */
export const MAX_PIXELS = { jpeg: 40_000_000, png: 16_000_000, webp: 16_000_000, avif: 12_500_000 } as const
/** Pixels of either side: every row has a cost, however short it is. */
export const MAX_PHOTO_SIDE = 12_000
/** Scans of a JPEG; each takes as long to decode as the first. Cameras and editors write at most a dozen. */
export const MAX_JPEG_SCANS = 24
/** The longer edge of a stored photo, in pixels. */
export const MAX_PHOTO_EDGE = 2400

/** Milliseconds for processing one request's files; a sender whose turn has not come by then is asked to try again. */
export const PATIENCE_MS = 60_000

/** Bytes that one address may send in a day. */
export const MAX_DAILY_BYTES = 100 * 1024 ** 2
/** Bytes of all uploads not attached to anything, of all senders together. */
export const MAX_ORPHAN_BYTES = 2 * 1024 ** 3
export const ORPHAN_HOURS = 24
/** How long bytes stored before their row wait for it; after that they are treated as left by a crash. */
export const ROW_FOLLOWS_MS = 3_600_000

export type FileFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'pdf'

/** How many leading bytes `formatOf` looks at. */
export const HEAD_BYTES = 256

/** The format by content, whatever the name or declared type says; undefined if we accept it nowhere. */
export function formatOf(head: Uint8Array): FileFormat | undefined {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (textAt(head, 0, 4) === 'RIFF' && textAt(head, 8, 4) === 'WEBP') return 'webp'
  if (textAt(head, 0, 5) === '%PDF-') return 'pdf'
  return textAt(head, 4, 4) === 'ftyp' ? formatOfBrands(brandsOf(head)) : undefined
}

const startsWith = (head: Uint8Array, bytes: number[]) => bytes.every((byte, index) => head[index] === byte)

const textAt = (head: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...head.subarray(start, start + length))

/** Whether a JPEG has more scans than `MAX_JPEG_SCANS`. Inside the picture data these two bytes have no other meaning. */
export async function hasTooManyScans(pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  let scans = 0
  let last = 0
  for await (const piece of pieces) {
    if (last === 0xff && piece[0] === 0xda) scans += 1
    for (let at = piece.indexOf(0xff); at >= 0; at = piece.indexOf(0xff, at + 1)) if (piece[at + 1] === 0xda) scans += 1
    if (scans > MAX_JPEG_SCANS) return true
    last = piece.at(-1) ?? last
  }
  return false
}

export type PhotoFormat = keyof typeof MAX_PIXELS

/** Checked against the header, before any pixel is decoded. */
export const isTooLarge = (format: PhotoFormat, { width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > MAX_PHOTO_SIDE || width * height > MAX_PIXELS[format]

/** The brands in the first box of an ISO file: its own, then the compatible ones. */
function brandsOf(head: Uint8Array): string[] {
  const size = Number.parseInt([...head.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join(''), 16)
  const brands = [textAt(head, 8, 4)]
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(textAt(head, at, 4))
  return brands
}

const heicBrands = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs', 'mif1', 'msf1']

function formatOfBrands(brands: string[]): FileFormat | undefined {
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => heicBrands.includes(brand)) ? 'heic' : undefined
}

const maxName = 100

/** A file name that is safe to display: no control characters, no path, at most 100 characters. Null if nothing remains. */
export function shownName(name: string): string | null {
  const cleaned = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{fffd}]/gu, '')
    .replace(/^.*[/\\]/su, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return Array.from(cleaned).slice(0, maxName).join('').trim() || null
}

const extensions: Record<string, string> = { 'image/avif': 'avif', 'image/webp': 'webp', 'image/jpeg': 'jpg' }

/**
 * With these headers browsers display photos and download everything else; nothing in the file can run on our origin, and its name
 * cannot inject a header (RFC 6266).
 */
export function fileHeaders(file: { contentType: string; bytes: number; name: string | null }): Record<string, string> {
  const extension = ownValue(extensions, file.contentType) ?? 'bin'
  const stem = file.name?.replace(/\.[a-z0-9]{1,5}$/i, '') || 'photo'
  const isShown = ownValue(extensions, file.contentType) !== undefined
  return {
    'content-type': file.contentType,
    'content-length': String(file.bytes),
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="file.${extension}"; filename*=UTF-8''${encoded(`${stem}.${extension}`)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  }
}

/** RFC 8187 leaves fewer characters unescaped than URLs do. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
