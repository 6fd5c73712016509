import { z } from 'zod'
import { heicPhoto, noPhotos, notAPhoto, tooManyPixels, unreadablePhoto } from '#modules/files/contract.ts'
import { endpoint, file, refusal } from '#shared/endpoint.ts'
import { pageOf, pageQuery } from '#shared/page.ts'
import { companyId, line, markColour, photo, multilineText } from '../contract.ts'
import { MOST_PHOTOS } from '../rules.ts'

/** What customers see of a company: texts, a logo and photos in order. Pictures are re-encoded, so they carry no metadata. */

const pictureRefusals = [notAPhoto, heicPhoto, unreadablePhoto, tooManyPixels, noPhotos] as const
export const tooManyPhotos = refusal(
  'too_many_photos',
  409,
  `A gallery holds at most ${MOST_PHOTOS} photos. Remove one first.`,
)
export const lastPhoto = refusal('last_photo', 409, 'Keep at least one photo: add the new one first, then remove this.')

export const marketingInfo = z.object({
  description: z.string(),
  logo_url: z.string().nullable(),
  mark_colour: markColour,
  photos: z.array(photo),
})

export const getMarketingInfo = endpoint({
  id: 'getMarketingInfo',
  method: 'GET',
  path: '/company/{id}/marketing-info/',
  summary: 'Description, logo and photos of the company',
  access: ['driver'],
  params: companyId,
  answer: marketingInfo,
})

export const saveMarketingInfo = endpoint({
  id: 'saveMarketingInfo',
  method: 'PUT',
  path: '/company/{id}/marketing-info/',
  summary: 'Change what the company says of itself',
  access: ['driver'],
  params: companyId,
  body: z.strictObject({
    description: multilineText(4000).pipe(z.string().min(1, 'Describe what you do in a few words.')),
    mark_colour: markColour.optional(),
  }),
  answer: marketingInfo,
})

export const uploadLogo = endpoint({
  id: 'uploadLogo',
  method: 'POST',
  path: '/company/upload-company-logo/',
  summary: 'Give the company a logo, in place of the one before',
  access: ['driver'],
  body: 'multipart',
  form: { files: 'logo' },
  status: 201,
  answer: z.object({ logo_url: z.string() }),
  keyless: 'a logo takes the place of the one before, so the same twice is one.',
  refusals: pictureRefusals,
  limit: { name: 'logo', per: 'user', count: 30, seconds: 3600 },
})

export const listCompanyPhotos = endpoint({
  id: 'listCompanyPhotos',
  method: 'GET',
  path: '/company/{id}/photos/',
  summary: 'The gallery, in order',
  access: ['driver'],
  params: companyId,
  query: z.object(pageQuery),
  answer: pageOf(photo),
})

export const addCompanyPhotos = endpoint({
  id: 'addCompanyPhotos',
  method: 'POST',
  path: '/company/{id}/photos/',
  summary: 'Add up to ten photos at the end of the gallery',
  access: ['driver'],
  params: companyId,
  body: 'multipart',
  form: { files: 'images' },
  status: 201,
  answer: z.array(photo),
  refusals: [...pictureRefusals, tooManyPhotos],
  keyless:
    'files are read as they come, outside any transaction; what was added twice is seen in the answer, and removed.',
  limit: { name: 'gallery', per: 'user', count: 60, seconds: 3600 },
})

export const arrangeCompanyPhotos = endpoint({
  id: 'arrangeCompanyPhotos',
  method: 'PUT',
  path: '/company/{id}/photos/',
  summary: 'Order and captions of the gallery: every photo, in its new place',
  access: ['driver'],
  params: companyId,
  body: z.strictObject({
    photos: z
      .array(z.strictObject({ id: z.uuid(), caption: z.union([z.literal(''), line(140)]).default('') }))
      .max(MOST_PHOTOS),
  }),
  answer: z.array(photo),
})

export const removeCompanyPhoto = endpoint({
  id: 'removeCompanyPhoto',
  method: 'DELETE',
  path: '/photos/{photo_id}/',
  summary: 'Remove a photo from the gallery',
  access: ['driver'],
  params: z.object({ photo_id: z.uuid() }),
  status: 204,
  answer: z.undefined(),
  refusals: [lastPhoto],
})

export const getPicture = endpoint({
  id: 'getPicture',
  method: 'GET',
  path: '/company/pictures/{file_id}/',
  summary: 'A logo or a photo of a gallery, as WebP',
  access: 'public',
  params: z.object({ file_id: z.uuid() }),
  answer: file('image/webp'),
  limit: { name: 'pictures', per: 'address', count: 1200, seconds: 60 },
})
