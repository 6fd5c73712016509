import { MAX_PHOTO_EDGE, MAX_PHOTO_PIXELS } from '../rules.ts'

export interface Photo {
  bytes: Buffer
  width: number
  height: number
}

export type PhotoFlaw = 'unreadable' | 'too many pixels'

const options = { limitInputPixels: MAX_PHOTO_PIXELS, failOn: 'error', pages: 1 } as const
const timeout = { seconds: 20 }

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

let last: Promise<unknown> = Promise.resolve()

/** One photo at a time in the whole process, first come first served: what a decoder needs of memory is needed once. */
export function remakePhoto(path: string, edge = MAX_PHOTO_EDGE): Promise<Photo | PhotoFlaw> {
  const made = last.then(() => remake(path, edge))
  last = made.catch(() => undefined)
  return made
}

/** A new picture from what the old one shows: upright, small enough, without metadata or anything else that was in the file. */
async function remake(path: string, edge: number): Promise<Photo | PhotoFlaw> {
  const sharp = await loaded()
  const flaw = await headerFlaw(path)
  if (flaw) return flaw
  try {
    const { data, info } = await sharp(path, options)
      .timeout(timeout)
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80, effort: 2 })
      .toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  } catch {
    return 'unreadable'
  }
}

/** From the header alone, before a pixel is decoded. */
async function headerFlaw(path: string): Promise<PhotoFlaw | undefined> {
  const sharp = await loaded()
  try {
    const { width, height } = await sharp(path, { ...options, limitInputPixels: false }).metadata()
    return width * height > MAX_PHOTO_PIXELS ? 'too many pixels' : undefined
  } catch {
    return 'unreadable'
  }
}
