import { createReadStream } from 'node:fs'
import type { Sharp, Metadata } from 'sharp'
import { hasTooManyScans, isTooLarge, MAX_PHOTO_EDGE, MAX_PIXELS, type PhotoFormat } from './rules.ts'

export interface Photo {
  bytes: Buffer
  width: number
  height: number
}

export type PhotoFlaw = 'unreadable' | 'too many pixels' | 'slow'

const options = { limitInputPixels: MAX_PIXELS.jpeg, failOn: 'error', pages: 1 } as const
/**
 * Seconds for one photo; the largest needs a fifth of it. Decoders are asked to stop after this, and waiting callers do
 * not wait for one that does not.
 */
const PHOTO_SECONDS = 15

let loading: ReturnType<typeof load> | undefined

/** Loaded with the first photo, because the picture library would slow the start. */
const loaded = () => (loading ??= load())

async function load() {
  const { default: sharp } = await import('sharp')
  // Disables every reader except those of the formats we accept, so nothing reaches the code for GIF, TIFF, SVG, PDF or VIPS.
  sharp.block({ operation: ['VipsForeignLoad'] })
  // It holds for the whole process: the pictures for sharing are SVG of our own making, which comes as a buffer; what others sent is a file.
  sharp.unblock({
    operation: [
      ...['Jpeg', 'Png', 'Webp', 'Heif'].flatMap((format) => [
        `VipsForeignLoad${format}File`,
        `VipsForeignLoad${format}Buffer`,
      ]),
      'VipsForeignLoadSvgBuffer',
    ],
  })
  // No cache, because each photo is seen once; one core stays free for everything else.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Re-encodes the picture: upright, scaled down, without metadata or anything else from the original file. */
export async function remakePhoto(
  path: string,
  format: PhotoFormat,
  edge = MAX_PHOTO_EDGE,
): Promise<Photo | PhotoFlaw> {
  const sharp = await loaded()
  const flaw = await headerFlaw(path, format)
  if (flaw) return flaw
  const made = sharp(path, options)
    .timeout({ seconds: PHOTO_SECONDS })
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
  return encoded(made).catch((error: unknown) => (/timeout/i.test(String(error)) ? 'slow' : 'unreadable'))
}

/** A drawn page with four bytes per pixel, the last of them unused. */
export async function encodePage(page: { pixels: Uint8Array; width: number; height: number }): Promise<Photo> {
  const sharp = await loaded()
  const { pixels, width, height } = page
  return encoded(sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha())
}

async function encoded(picture: Sharp): Promise<Photo> {
  const { data, info } = await picture.webp({ quality: 80, effort: 2 }).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** Runs before any pixel is decoded. The decoder has to agree with the format found in the bytes. */
async function headerFlaw(path: string, format: PhotoFormat): Promise<PhotoFlaw | undefined> {
  const sharp = await loaded()
  try {
    const header = await sharp(path, { ...options, limitInputPixels: false }).metadata()
    if (readerOf(header) !== format) return 'unreadable'
    if (isTooLarge(format, header)) return 'too many pixels'
    return format === 'jpeg' && (await hasTooManyScans(createReadStream(path))) ? 'unreadable' : undefined
  } catch {
    return 'unreadable'
  }
}

const readerOf = ({ format, compression }: Metadata): string | undefined =>
  format === 'heif' && compression === 'av1' ? 'avif' : format
