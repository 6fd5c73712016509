import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { numberText } from '#shared/texts.ts'
import { MAX_DOCUMENT_PAGES } from './documents/rules.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTO_SIDE, MAX_PHOTOS, MAX_PIXELS } from './rules.ts'

/** Errors name files by their position in the request: `images.0` is the first (decisions §6). */
export const notAPhoto = refusal('not_a_photo', 422, 'Photos must be JPEG, PNG, WebP or AVIF files.')

export const heicPhoto = refusal(
  'heic_photo',
  422,
  'This photo is in Apple’s HEIC format, which can’t be read here. Please send it as a JPEG: on an iPhone choose Settings, Camera, Formats, Most Compatible.',
)

export const unreadablePhoto = refusal(
  'unreadable_photo',
  422,
  'This photo is damaged and can’t be read. Please choose another.',
)

const megapixels = (format: keyof typeof MAX_PIXELS) => MAX_PIXELS[format] / 1_000_000

export const tooManyPixels = refusal(
  'too_many_pixels',
  422,
  `This photo is too large: at most ${megapixels('jpeg')} megapixels as a JPEG, ${megapixels('png')} as a PNG or WebP, ${megapixels('avif')} as an AVIF, and ${numberText(MAX_PHOTO_SIDE)} pixels a side.`,
)

export const slowPhoto = refusal(
  'slow_photo',
  422,
  'This photo takes too long to read. Save it as a smaller JPEG and send that.',
)

export const noPhotos = refusal('no_photos', 422, 'Choose at least one photo.')

export const uploadPhotos = endpoint({
  id: 'uploadPhotos',
  method: 'POST',
  path: '/booking/images/',
  summary: `Photos of a move, up to ${MAX_PHOTOS} files of ${MAX_PHOTO_BYTES / 1024 ** 2} MB; the id goes into photos_id of a booking within 24 hours`,
  access: 'public',
  body: 'multipart',
  form: { files: 'images' },
  status: 201,
  answer: z.object({
    /** Anybody with this id can attach the photos to a booking, once. */
    id: z.string(),
  }),
  keyless: 'what is uploaded is nobody’s until a booking takes it, and goes after a day if none does.',
  refusals: [notAPhoto, heicPhoto, unreadablePhoto, tooManyPixels, slowPhoto, noPhotos],
  limit: { name: 'photos', per: 'address', count: 30, seconds: 3600 },
})

/** Why a document is refused. Errors name files by their position in the request: `files.0` is the first. */
export const notADocument = refusal('not_a_document', 422, 'Documents must be JPEG, PNG, WebP, AVIF or PDF files.')
export const noDocument = refusal('no_document', 422, 'Choose a photo or a PDF of the document.')
export const encryptedDocument = refusal(
  'encrypted_document',
  422,
  'This PDF is locked with a password. Save it without one, or take a photo of the document.',
)
export const activeDocument = refusal(
  'active_document',
  422,
  'This PDF holds scripts, attachments or forms. Print it to a new PDF, or take a photo of the document.',
)
export const tooManyPages = refusal(
  'too_many_pages',
  422,
  `This PDF has too many pages: at most ${MAX_DOCUMENT_PAGES}. Send only those that matter.`,
)
export const unreadableDocument = refusal(
  'unreadable_document',
  422,
  'This PDF is damaged or unusual and can’t be checked. Print it to a new PDF, or take a photo of the document.',
)
export const slowDocument = refusal(
  'slow_document',
  422,
  'This PDF takes too long to draw. Print it to a new PDF, or take a photo of the document.',
)
