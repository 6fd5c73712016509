import { z } from 'zod'
import { endpoint, file } from '#shared/endpoint.ts'

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
  summary: 'The signed record of the day, to whoever drives it; to whoever drove it before, their own part',
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
        /** Of an entry: its number in the file, from 1. */
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
