import { createReadStream } from 'node:fs'
import type { Sharp, Metadata } from 'sharp'
import { hasTooManyScans, isTooLarge, MAX_PHOTO_EDGE, MAX_PIXELS, type PhotoFormat } from '../rules.ts'

export interface Photo {
  bytes: Buffer
  width: number
  height: number
}

export type PhotoFlaw = 'unreadable' | 'too many pixels' | 'slow'

const options = { limitInputPixels: MAX_PIXELS.jpeg, failOn: 'error', pages: 1 } as const
/** For one photo: the largest takes a fifth of it. Decoders are told to stop; whoever waits is not kept by one that does not. */
const PHOTO_SECONDS = 15

let loading: ReturnType<typeof load> | undefined

/** With the first photo: a start does not wait for a library of pictures. */
const loaded = () => (loading ??= load())

async function load() {
  const { default: sharp } = await import('sharp')
  // Only the readers of the formats we take exist in this process: nothing reaches those of GIF, TIFF, SVG, PDF or VIPS.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Heif'].flatMap((format) => [
      `VipsForeignLoad${format}File`,
      `VipsForeignLoad${format}Buffer`,
    ]),
  })
  // Each photo is seen once, and one core is left for everybody else.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** A new picture from what the old one shows: upright, small enough, without metadata or anything else that was in the file. */
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

/** A page as it was drawn, four bytes a pixel, of which the last means nothing. */
export async function encodePage(page: { pixels: Uint8Array; width: number; height: number }): Promise<Photo> {
  const sharp = await loaded()
  const { pixels, width, height } = page
  return encoded(sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha())
}

async function encoded(picture: Sharp): Promise<Photo> {
  const { data, info } = await picture.webp({ quality: 80, effort: 2 }).toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** Before a pixel is decoded. The format is what the bytes say, and the reader has to agree. */
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
