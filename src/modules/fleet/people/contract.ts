import { z } from 'zod'
import { line } from '#modules/companies/contract.ts'
import { heicPhoto, noPhotos, notAPhoto, slowPhoto, tooManyPixels, unreadablePhoto } from '#modules/files/contract.ts'
import { endpoint, file, refusal } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { documentRefusals } from '../documents/contract.ts'
import { MOST_FILES } from '../documents/rules.ts'
import { MOST_UNITS } from '../units/rules.ts'
import { CHECK_METHODS, MOST_PEOPLE } from './rules.ts'

/**
 * The people of a company (decisions §6). A share code and a date of birth go in and never come out but to the office while it checks
 * them; pictures of documents go to the company and the office alone.
 */

const check = z.object({
  id: z.uuid(),
  method: z.enum(CHECK_METHODS),
  status: z.enum(['pending', 'approved', 'refused']),
  /** First day on which it no longer counts; null without a time limit. */
  expires_on: z.iso.date().nullable(),
  days_left: z.int().nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
  submitted_at: z.iso.datetime(),
  decided_at: z.iso.datetime().nullable(),
  files: z.array(z.object({ id: z.uuid(), name: z.string(), url: z.string() })),
})

export const person = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string(),
  photo_url: z.string().nullable(),
  /** The vans that they work with. */
  unit_ids: z.array(z.uuid()),
  /** What the right-to-work check is worth. */
  standing: z.enum(['missing', 'pending', 'refused', 'expired', 'approved', 'expiring']),
  /** May be sent to a job today. */
  is_checked: z.boolean(),
  /** What is still to be sent before the office can look. */
  lacks: z.array(z.enum(['photo', 'check'])),
  /** A new name or photo waits for the office; customers see the old one until then. */
  has_changes: z.boolean(),
  /** Why the office did not take a new name or photo. */
  refusal: z.string().nullable(),
  /** The check that counts, and the newest where that is another. */
  current: check.nullable(),
  newest: check.nullable(),
  version: z.int(),
})
nameShape('CompanyPerson', person)

export const tooManyPeople = refusal('too_many_people', 409, `A company has at most ${MOST_PEOPLE} people.`)
export const personOnJob = refusal(
  'person_on_job',
  409,
  'This person is named for a job that is still to be done. Name somebody else for it first.',
)

const unique = (list: readonly string[]) => new Set(list).size === list.length
const fields = z.strictObject({
  first_name: line(60),
  last_name: line(60),
  /** Vans of the company; without it all of them. */
  unit_ids: z.array(z.uuid('Choose a van.')).max(MOST_UNITS).refine(unique, 'Name each once.').optional(),
})
export const personId = z.object({ person_id: z.uuid() })
const uploads = { name: 'people-files', per: 'user', count: 60, seconds: 3600 } as const

export const listPeople = endpoint({
  id: 'listPeople',
  method: 'GET',
  path: '/company/people/',
  summary: 'The people of the driver’s company, with their right-to-work checks',
  access: ['driver'],
  answer: z.array(person),
})

export const addPerson = endpoint({
  id: 'addPerson',
  method: 'POST',
  path: '/company/people/',
  summary: 'Add a person to the company; a photo and a check follow',
  access: ['driver'],
  body: fields,
  status: 201,
  answer: person,
  refusals: [tooManyPeople],
  idempotent: true,
})

export const savePerson = endpoint({
  id: 'savePerson',
  method: 'PUT',
  path: '/company/people/{person_id}/',
  summary: 'Change a person’s name or vans; a new name of a checked person goes back to the office',
  access: ['driver'],
  params: personId,
  body: fields,
  answer: person,
})

export const removePerson = endpoint({
  id: 'removePerson',
  method: 'DELETE',
  path: '/company/people/{person_id}/',
  summary: 'Take a person out of the company, with the photo and every check',
  access: ['driver'],
  params: personId,
  status: 204,
  answer: z.undefined(),
  refusals: [personOnJob],
})

export const uploadPersonPhoto = endpoint({
  id: 'uploadPersonPhoto',
  method: 'POST',
  path: '/company/people/{person_id}/photo/',
  summary: 'Give a person a photo; customers see it on their bookings once the office has approved it',
  access: ['driver'],
  params: personId,
  body: 'multipart',
  form: { files: 'photo' },
  status: 201,
  answer: person,
  keyless: 'a photo takes the place of the one before, so the same twice is one.',
  refusals: [notAPhoto, heicPhoto, unreadablePhoto, tooManyPixels, slowPhoto, noPhotos],
  limit: uploads,
})

export const getPersonPhoto = endpoint({
  id: 'getPersonPhoto',
  method: 'GET',
  path: '/company/people/{person_id}/photo/',
  summary: 'A person’s photo as it was sent last, or as it was approved (image/webp)',
  access: ['driver', 'admin'],
  staff: ['owner', 'support'],
  reads: 'person',
  params: personId,
  query: z.object({ approved: z.enum(['yes', 'no']).default('no'), v: z.coerce.number().int().min(1).optional() }),
  answer: file('image/webp'),
})

export const submitPersonCheck = endpoint({
  id: 'submitPersonCheck',
  method: 'POST',
  path: '/company/people/{person_id}/check/',
  summary: `Hand in a right-to-work check: a share code with the date of birth, or up to ${MOST_FILES} pictures of a document. One that waits is replaced; one that was approved counts while it runs`,
  access: ['driver'],
  params: personId,
  body: 'multipart',
  form: {
    files: 'files',
    fields: z.strictObject({
      method: z.enum(CHECK_METHODS, { error: 'Choose how the right to work is proved.' }),
      share_code: z.string().max(40, 'A share code has nine characters.').optional(),
      date_of_birth: z.iso.date({ error: 'Enter a date as YYYY-MM-DD.' }).optional(),
      expires_on: z.iso.date({ error: 'Enter a date as YYYY-MM-DD.' }).optional(),
    }),
  },
  status: 201,
  answer: person,
  keyless: 'a check takes the place of the one that waits, so the same twice is one.',
  refusals: documentRefusals,
  limit: uploads,
})

export const getPersonFile = endpoint({
  id: 'getPersonFile',
  method: 'GET',
  path: '/company/people/{person_id}/files/{file_id}/',
  summary: 'A page of a person’s document as a picture (image/webp), for the company and the office',
  access: ['driver', 'admin'],
  staff: ['owner', 'support'],
  reads: 'person',
  params: z.object({ person_id: z.uuid(), file_id: z.uuid() }),
  answer: file('image/webp'),
})
