import { ownValue } from '#shared/own-value.ts'

/** What files may be, how they are called and how they are handed out. Pure. */

export const MAX_PHOTOS = 10
export const MAX_PHOTO_BYTES = 10 * 1024 ** 2
/** By format: what a decoder needs of time and memory for a pixel differs, and cameras send large pictures as JPEG only. */
export const MAX_PIXELS = { jpeg: 40_000_000, png: 16_000_000, webp: 16_000_000, avif: 12_500_000 } as const
/** Of either side: a row costs something, however short it is. */
export const MAX_PHOTO_SIDE = 12_000
/** Passes over a JPEG's pixels, each as long as the first. Cameras and editors make at most a dozen. */
export const MAX_JPEG_SCANS = 24
/** The longer edge of a kept photo: more shows no more of a sofa. */
export const MAX_PHOTO_EDGE = 2400

/** For the work with one request's files, in milliseconds; whoever has not had a turn until then is told to come back. */
export const PATIENCE_MS = 60_000

/** Bytes that an address may send in a day. */
export const MAX_DAILY_BYTES = 100 * 1024 ** 2
/** Bytes of uploads that no booking has taken, of everybody together. */
export const MAX_ORPHAN_BYTES = 2 * 1024 ** 3
export const ORPHAN_HOURS = 24
/** Bytes put before their row wait this long for it; then they are taken for what a crash left. */
export const ROW_FOLLOWS_MS = 3_600_000

export type FileFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'pdf'

/** How many bytes of a file's beginning `formatOf` looks at. */
export const HEAD_BYTES = 256

/** What the content is, whatever its name or declared type says; undefined for everything that is not taken anywhere. */
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

/** Whether a JPEG begins more passes than `MAX_JPEG_SCANS`: within the picture's data these two bytes stand for nothing else. */
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

/** From what the header says, before a pixel is decoded. */
export const isTooLarge = (format: PhotoFormat, { width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > MAX_PHOTO_SIDE || width * height > MAX_PIXELS[format]

/** The brands of the first box of an ISO file: its own, then those it is compatible with. */
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

/** A file's name as words to show: no control characters, no path, 100 characters at most. Null where nothing is left. */
export function shownName(name: string): string | null {
  const words = name
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{fffd}]/gu, '')
    .replace(/^.*[/\\]/su, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return Array.from(words).slice(0, maxName).join('').trim() || null
}

const extensions: Record<string, string> = { 'image/webp': 'webp', 'image/jpeg': 'jpg' }

/**
 * With these headers a browser shows a photo and saves everything else; nothing in the file can run on our origin, and its name
 * cannot add a header (RFC 6266).
 */
export function fileHeaders(file: { contentType: string; bytes: number; name: string | null }): Record<string, string> {
  const extension = ownValue(extensions, file.contentType) ?? 'bin'
  const stem = file.name?.replace(/\.[a-z0-9]{1,5}$/i, '') || 'photo'
  const isShown = file.contentType === 'image/webp' || file.contentType === 'image/jpeg'
  return {
    'content-type': file.contentType,
    'content-length': String(file.bytes),
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename="file.${extension}"; filename*=UTF-8''${encoded(`${stem}.${extension}`)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  }
}

/** RFC 8187 takes fewer characters as they are than a URL does. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
