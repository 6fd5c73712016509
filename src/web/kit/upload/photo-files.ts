// Prepares chosen pictures for upload: the right type, not too many, no larger than needed.

import { formatOf, HEAD_BYTES, isTooLarge } from '#modules/files/rules.ts'

/** What the server accepts per file (decisions §6). */
export const MOST_BYTES = 10 * 1024 * 1024
/** Longest side of a reduced picture, in pixels: enough to read a door number from across a landing. */
const LONGEST_SIDE = 2560
/** Smaller files are sent unchanged. */
const FINE_BYTES = 1.5 * 1024 * 1024

const taken = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

type Kind = 'taken' | 'heic' | 'other'

/** By name as well, because browsers that do not know HEIC give it no type. */
export function kindOf({ name, type }: { name: string; type: string }): Kind {
  if (/^image\/hei[cf]/.test(type) || (type === '' && /\.hei[cf]$/i.test(name))) return 'heic'
  return taken.includes(type) ? 'taken' : 'other'
}

/** Why this file cannot be added, as a sentence; undefined when it can be tried. */
export function refusalOf(file: { name: string; type: string; size: number }): string | undefined {
  if (kindOf(file) === 'other') return `We can’t read ${file.name}. Use JPEG, PNG, WebP, AVIF or HEIC.`
  if (file.size === 0) return `${file.name} is empty.`
  return undefined
}

export type Prepared = { ok: true; file: File } | { ok: false; reason: string }

/** Converts HEIC to JPEG if this browser can read it, and reduces pictures that are large in bytes or, like a panorama, in pixels. */
export async function preparePhoto(file: File): Promise<Prepared> {
  const reason = refusalOf(file)
  if (reason) return { ok: false, reason }
  const kind = kindOf(file)
  if (kind === 'taken' && file.size <= FINE_BYTES && !(await hasTooManyPixels(file))) return { ok: true, file }
  const smaller = await asJpeg(file).catch(() => null)
  if (smaller) return { ok: true, file: smaller }
  if (kind === 'heic') {
    return {
      ok: false,
      reason: `This browser can’t read ${file.name}. Save it as JPEG, or set your phone’s camera to “Most Compatible”.`,
    }
  }
  return file.size <= MOST_BYTES
    ? { ok: true, file }
    : { ok: false, reason: `${file.name} is larger than 10 MB. Make it smaller and add it again.` }
}

/** Whether the server would refuse a small file for its width, height or area; false for what this browser cannot read. */
async function hasTooManyPixels(file: File): Promise<boolean> {
  const format = formatOf(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))
  if (format === undefined || format === 'heic' || format === 'pdf') return false
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return false
  const isOver = isTooLarge(format, picture)
  picture.close()
  return isOver
}

/** The picture turned clockwise by quarters of a circle; null if this browser cannot read it. */
export const turnedPhoto = (file: File, quarters: number): Promise<File | null> =>
  asJpeg(file, quarters).catch(() => null)

async function asJpeg(file: File, quarters = 0): Promise<File | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)))
  if (width === undefined || height === undefined) return null
  const canvas = document.createElement('canvas')
  const isOnItsSide = quarters % 2 === 1
  canvas.width = isOnItsSide ? height : width
  canvas.height = isOnItsSide ? width : height
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((quarters * Math.PI) / 2)
  context.drawImage(picture, -width / 2, -height / 2, width, height)
  picture.close()
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.85)
  })
  return blob && new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' })
}
