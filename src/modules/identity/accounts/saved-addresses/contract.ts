import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { pageOf, pageQuery } from '#shared/page.ts'
import { isPostcode, normalisePostcode } from '#shared/uk-postcode.ts'
import { nameShape } from '#shared/shape.ts'

/** Addresses that a customer saves for future moves, with a route point's fields (spec §3). */

export const tooManyAddresses = refusal('too_many_addresses', 409, 'You have 20 addresses. Remove one to add another.')

const postcode = z
  .string({ error: 'Enter a postcode, such as E17 4QH.' })
  .max(16, 'Enter a full UK postcode, such as E17 4QH.')
  .refine(isPostcode, 'Enter a full UK postcode, such as E17 4QH.')
  .transform((given) => normalisePostcode(given) ?? given)

const text = (length: number) => z.string().trim().max(length, `Keep this under ${length} characters.`).nullish()

const body = z.strictObject({
  /** "Home", "Mum’s house". */
  label: z
    .string({ error: 'Give this address a name, such as Home.' })
    .trim()
    .min(1, 'Give this address a name, such as Home.')
    .max(60, 'Keep this under 60 characters.'),
  postcode,
  formatted_address: text(300),
  flat_and_house: text(120),
  stairs: z.int('Choose the stairs.').min(0).max(9).default(0),
  contact_name: text(100),
  contact_number: z.string().trim().max(30).nullish(),
})

const savedAddress = z.object({
  id: z.uuid(),
  label: z.string(),
  postcode: z.string(),
  formatted_address: z.string().nullable(),
  flat_and_house: z.string().nullable(),
  stairs: z.int(),
  contact_name: z.string().nullable(),
  contact_number: z.string().nullable(),
})
nameShape('SavedAddress', savedAddress)

const one = z.object({ id: z.uuid() })

export const listSavedAddresses = endpoint({
  id: 'listSavedAddresses',
  method: 'GET',
  path: '/users/addresses/',
  summary: 'Saved addresses by name',
  access: ['customer'],
  query: z.object(pageQuery),
  answer: pageOf(savedAddress),
})

export const addSavedAddress = endpoint({
  id: 'addSavedAddress',
  method: 'POST',
  path: '/users/addresses/',
  summary: 'Save an address; at most 20',
  access: ['customer'],
  body,
  status: 201,
  answer: savedAddress,
  refusals: [tooManyAddresses],
  idempotent: true,
})

export const changeSavedAddress = endpoint({
  id: 'changeSavedAddress',
  method: 'PUT',
  path: '/users/addresses/{id}/',
  summary: 'Change a saved address',
  access: ['customer'],
  params: one,
  body,
  answer: savedAddress,
})

export const removeSavedAddress = endpoint({
  id: 'removeSavedAddress',
  method: 'DELETE',
  path: '/users/addresses/{id}/',
  summary: 'Remove a saved address',
  access: ['customer'],
  params: one,
  status: 204,
  answer: z.undefined(),
})
