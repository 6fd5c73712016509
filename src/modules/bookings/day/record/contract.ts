import { z } from 'zod'
import { endpoint, file, refusal } from '#shared/endpoint.ts'
import { phoneAction, phoneRefusals } from '../actions/contract.ts'
import { dayPhoto } from '../contract.ts'
import { PHOTO_STAGES } from '../rules.ts'

/** The signed record of a day. One entry is one line of the file, so that a byte that was changed names its entry. */

export const getDayRecord = endpoint({
  id: 'getDayRecord',
  method: 'GET',
  path: '/booking/{id}/day-record/',
  summary: 'The signed record of the day, to the booking’s customer',
  access: ['customer'],
  params: z.object({ id: z.uuid() }),
  answer: file('application/json'),
})

export const getDriverDayRecord = endpoint({
  id: 'getDriverDayRecord',
  method: 'GET',
  path: '/booking/working-unit/{id}/jobs/{booking_id}/day-record/',
  summary: 'Download the signed day record; a former driver gets only their own part',
  access: ['driver', 'hired'],
  params: z.object({ id: z.uuid(), booking_id: z.uuid() }),
  answer: file('application/json'),
})

export const MAX_RECORD_CHARACTERS = 900_000

export const verifyRecord = endpoint({
  id: 'verifyRecord',
  method: 'POST',
  path: '/day-records/verify/',
  summary: 'Whether a day’s record is as we signed it, or which entry is not',
  access: 'public',
  body: z.strictObject({
    /** The file’s text, to the last byte. */
    record: z.string().max(MAX_RECORD_CHARACTERS, 'This file is too large to be a day’s record.'),
  }),
  answer: z.object({
    is_valid: z.boolean(),
    /** How many entries the file has. */
    entries: z.int(),
    booking_id: z.uuid().nullable(),
    /** The first that is wrong; null if none is. */
    wrong: z
      .object({
        part: z.enum(['file', 'head', 'entry', 'signature']),
        /** Number of the entry in the file, from 1. */
        seq: z.int().nullable(),
        reason: z.string(),
      })
      .nullable(),
  }),
  limit: { name: 'verify-record', per: 'address', count: 60, seconds: 60 },
})

export const getRecordKey = endpoint({
  id: 'getRecordKey',
  method: 'GET',
  path: '/day-records/key/',
  summary: 'The public key (Ed25519) that anybody can check a record’s signature with',
  access: 'public',
  answer: z.object({ algorithm: z.literal('Ed25519'), public_key: z.string() }),
  freshSeconds: 3600,
})

export const uploadMissing = refusal('upload_gone', 409, 'We no longer have these photos. Send them again.')
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
    stage: z.enum(PHOTO_STAGES, 'Choose whether the photos show before or after.'),
    photos_id: z.string().min(1).max(100),
  }),
  status: 201,
  answer: z.array(dayPhoto),
  refusals: [uploadMissing, tooManyDayPhotos, ...phoneRefusals],
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
