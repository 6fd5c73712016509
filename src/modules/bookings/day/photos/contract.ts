import { z } from 'zod'
import { commonRefusals, endpoint, file, refusal } from '#shared/endpoint.ts'
import { jobChanged, phoneAction } from '../actions/contract.ts'
import { dayPhoto } from '../contract.ts'
import { PHOTO_STAGES } from '../rules.ts'

export const uploadGone = refusal('upload_gone', 409, 'These photos aren’t here any more. Send them again.')
export const tooManyDayPhotos = refusal('too_many_photos', 409, 'A day has at most sixty photos.')

export const addDayPhotos = endpoint({
  id: 'addDayPhotos',
  method: 'POST',
  path: '/booking/{id}/day-photos/',
  summary:
    'Photos before or after the move, uploaded by booking/images/; both sides see them, the record holds their digests',
  access: ['driver', 'hired', 'customer'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    ...phoneAction,
    stage: z.enum(PHOTO_STAGES, 'Say whether they are from before or after.'),
    photos_id: z.string().min(1).max(100),
  }),
  status: 201,
  answer: z.array(dayPhoto),
  refusals: [uploadGone, tooManyDayPhotos, jobChanged, commonRefusals.conflict, commonRefusals.keyReused],
  keyless: 'the action has a key of its own, made by the phone.',
})

export const getDayPhoto = endpoint({
  id: 'getDayPhoto',
  method: 'GET',
  path: '/booking/{id}/day-photos/{photo_id}/',
  summary: 'A photo of the day, to the booking’s customer and its driver',
  access: ['driver', 'hired', 'customer'],
  params: z.object({ id: z.uuid(), photo_id: z.uuid() }),
  answer: file('image/webp'),
})
