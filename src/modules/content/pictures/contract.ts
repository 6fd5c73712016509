import { z } from 'zod'
import { heicPhoto, noPhotos, notAPhoto, slowPhoto, tooManyPixels, unreadablePhoto } from '#modules/files/contract.ts'
import { endpoint, file } from '#shared/endpoint.ts'
import { hasHiddenCharacters, MOST } from '../rules.ts'
import { FILES } from './rules.ts'

const ALT_HINT = 'Describe the picture in a sentence, for people who can’t see it.'
const part = z.coerce.number().min(0).max(1)

export const uploadContentPicture = endpoint({
  id: 'uploadContentPicture',
  method: 'POST',
  path: '/admin/content/pictures/',
  summary: 'A picture for pages: cut out, and made in AVIF and WebP at 480, 960 and 1,600 pixels, 16:9',
  access: ['admin'],
  staff: ['owner', 'editor'],
  body: 'multipart',
  form: {
    files: 'image',
    fields: z.strictObject({
      alt: z
        .string(ALT_HINT)
        .trim()
        .min(1, ALT_HINT)
        .max(MOST.alt, `At most ${MOST.alt} characters.`)
        .refine((text) => !hasHiddenCharacters(text), ALT_HINT),
      /** Parts of the picture's width and height, from its upper left corner; the whole picture where left out. */
      crop_left: part.default(0),
      crop_top: part.default(0),
      crop_width: part.default(1),
      crop_height: part.default(1),
    }),
  },
  status: 201,
  answer: z.object({
    id: z.uuid(),
    url: z.string(),
    alt: z.string(),
    /** Size of the cut-out in pixels: below a width of 1,600 it is enlarged. */
    width: z.int(),
    height: z.int(),
  }),
  keyless: 'files are read as they come, outside any transaction; a picture that no page uses is seen by nobody.',
  refusals: [notAPhoto, heicPhoto, unreadablePhoto, tooManyPixels, slowPhoto, noPhotos],
  limit: { name: 'content-pictures', per: 'user', count: 60, seconds: 3600 },
})

export const getContentImage = endpoint({
  id: 'getContentImage',
  method: 'GET',
  path: '/content-image/{id}/{file}/',
  summary: 'A picture of the site in one of its sizes: 960.webp; it never changes',
  access: 'public',
  params: z.object({ id: z.uuid(), file: z.enum(FILES) }),
  answer: file('image/avif', 'image/webp'),
  limit: { name: 'pictures', per: 'address', count: 1200, seconds: 60 },
})
