import { z } from 'zod'
import { line } from '#modules/companies/contract.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { numberText } from '#shared/texts.ts'
import { nameShape } from '#shared/schemas.ts'
import { bookingsHeld } from '../contract.ts'
import { parseRegistration, FUELS, OLDEST_YEAR } from './rules.ts'
import { VAN_CATEGORIES } from '../rules.ts'

/** One registration belongs to one unit. */
export const registrationTaken = refusal('registration_taken', 409, 'This registration belongs to another unit.')

const plateHint = 'Enter the registration as on the plate, such as LK72 VNF.'

const registration = z
  .string({ error: plateHint })
  .max(16, plateHint)
  .transform((text, context) => {
    const plate = parseRegistration(text)
    if (plate !== null) return plate
    context.addIssue({ code: 'custom', message: plateHint })
    return z.NEVER
  })

export const van = z.object({
  registration: z.string(),
  make: z.string(),
  model: z.string(),
  category: z.enum(VAN_CATEGORIES),
  has_tail_lift: z.boolean(),
  fuel: z.enum(FUELS),
  /** Null for an electric van. */
  euro_class: z.int().nullable(),
  year: z.int().nullable(),
  /** Kilograms. Above 3,500 an operator's licence is needed. */
  gross_weight_kg: z.int().nullable(),
  kerb_weight_kg: z.int().nullable(),
  /** Gross less kerb weight where both are known. */
  payload_kg: z.int().nullable(),
})
nameShape('Van', van)

/** Whether a figure fits its category is for masses/rules.ts. */
const kilograms = (example: string, least: number, most: number) => {
  const message = `Enter whole kilograms from ${numberText(least)} to ${numberText(most)}, such as ${example}.`
  return z.int(message).min(least, message).max(most, message).nullish()
}

const vanFields = z.strictObject({
  registration,
  make: line(60),
  model: line(60),
  category: z.enum(VAN_CATEGORIES, { error: 'Choose one of the four vans.' }),
  has_tail_lift: z.boolean().default(false),
  fuel: z.enum(FUELS, { error: 'Choose the fuel.' }),
  euro_class: z.int().min(0).max(7).nullish(),
  year: z.int('Enter the year of registration.').min(OLDEST_YEAR).max(2100).nullish(),
  gross_weight_kg: kilograms('3500', 1000, 7500),
  kerb_weight_kg: kilograms('2350', 500, 7400),
  payload_kg: kilograms('1150', 100, 6500),
})

export const vanExists = refusal('van_exists', 409, 'This unit has a van already.')
export const vanHasDocuments = refusal(
  'van_has_documents',
  409,
  'The documents of this unit are for its current van. To drive another one, change the van first, then send the new van’s documents.',
)

const unitId = z.object({ id: z.uuid() })

export const getVan = endpoint({
  id: 'getVan',
  method: 'GET',
  path: '/company/working-unit/{id}/van/',
  summary: 'The van of a unit as its driver entered it last, approved or not; null where it has none yet',
  access: ['driver'],
  params: unitId,
  answer: van.nullable(),
})

export const addVan = endpoint({
  id: 'addVan',
  method: 'POST',
  path: '/company/working-unit/{id}/van/',
  summary: 'Give a unit its van',
  access: ['driver'],
  params: unitId,
  body: vanFields,
  status: 201,
  answer: van,
  refusals: [vanExists, registrationTaken],
  idempotent: true,
})

export const saveVan = endpoint({
  id: 'saveVan',
  method: 'PUT',
  path: '/company/working-unit/{id}/van/',
  summary:
    'Correct the van of a unit. What is new about an approved van waits for the office (`van_facts` of the unit); saying again what was approved takes it back',
  access: ['driver'],
  params: unitId,
  body: vanFields,
  answer: van,
  refusals: [vanHasDocuments, registrationTaken, bookingsHeld],
})

export const resetVan = endpoint({
  id: 'resetVan',
  method: 'POST',
  path: '/company/working-unit/{id}/reset-van/',
  summary: 'Take the van out of a unit, with the documents that name it, to begin with another one',
  access: ['driver'],
  params: unitId,
  body: z.strictObject({}).nullish(),
  answer: z.object({ detail: z.string() }),
  refusals: [bookingsHeld],
})
