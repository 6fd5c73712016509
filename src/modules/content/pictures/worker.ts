// Cuts a picture out and makes its sizes, in a thread of its own: AVIF takes seconds.
import sharp from 'sharp'
import { answerParts, type Part } from '#platform/worker-side.ts'
import { FORMATS, heightOf, pixelsOf, WIDTHS, type Crop } from './rules.ts'

export interface PictureWork {
  /** Bytes stored by the files slice: upright, WebP, no metadata. */
  bytes: Uint8Array
  crop: Crop
}

export type MadePicture =
  | { kind: 'cut'; width: number; height: number }
  | { kind: 'file'; name: string; contentType: string; width: number; height: number; bytes: Uint8Array }

sharp.cache(false)
sharp.concurrency(1)

answerParts<MadePicture>((input) => partsOf(input as PictureWork))

async function* partsOf({ bytes, crop }: PictureWork): AsyncGenerator<Part<MadePicture>> {
  const original = sharp(bytes, { failOn: 'error', pages: 1 })
  const cut = pixelsOf(crop, await original.metadata())
  yield { value: { kind: 'cut', width: cut.width, height: cut.height } }
  for (const width of WIDTHS) {
    const height = heightOf(width)
    const sized = original.clone().extract(cut).resize({ width, height, fit: 'cover' })
    for (const format of FORMATS) {
      const made =
        format === 'avif' ? sized.clone().avif({ quality: 50, effort: 3 }) : sized.clone().webp({ quality: 76 })
      const content = new Uint8Array(await made.toBuffer())
      const value = { kind: 'file', name: `${width}.${format}`, contentType: `image/${format}`, width, height } as const
      yield { value: { ...value, bytes: content }, transfer: [content.buffer] }
    }
  }
}
