import { z } from 'zod'
import { line, multilineText } from '#modules/companies/contract.ts'
import { postcodeField } from '#modules/geo/contract.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { pageOf, pageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import {
  LEAST_RADIUS_METRES,
  MOST_DISTRICTS,
  MOST_RADIUS_METRES,
  JOB_KINDS,
  LEAST_NOTICE_HOURS,
  MOST_NOTICE_HOURS,
  MOST_UNITS,
  UNIT_STATUSES,
} from './rules.ts'
import { vanFacts, document } from '../documents/contract.ts'
import { unitDriver } from '../drivers/contract.ts'
import { HELP_LEVELS } from '../rules.ts'
import { van } from '../vans/contract.ts'

const radius = z.coerce
  .number()
  .int('Use whole metres.')
  .min(LEAST_RADIUS_METRES, 'At least one kilometre.')
  .max(MOST_RADIUS_METRES, 'At most 500 kilometres.')

const operatingArea = z.object({
  /** Areas ("SW") and districts ("SW1A"). */
  districts: z.array(z.string()),
  /** How the list was made, if by a radius. */
  base_postcode: z.string().nullable(),
  radius_metres: z.int().nullable(),
})

const location = z.object({ lat: z.number(), lng: z.number() })

export const listPostcodeDistricts = endpoint({
  id: 'listPostcodeDistricts',
  method: 'GET',
  path: '/company/working-unit/postcodes/',
  summary:
    'Every postcode area and district to choose an operating area from; with a base and a radius, also those within it',
  access: ['driver'],
  query: z.object({ base_postcode: postcodeField.optional(), radius_metres: radius.optional() }),
  answer: z.object({
    areas: z.array(
      z.object({
        area: z.string(),
        name: z.string(),
        location,
        districts: z.array(z.object({ district: z.string(), name: z.string(), location })),
      }),
    ),
    within: z.array(z.string()),
    base: z.object({ postcode: z.string(), location }).nullable(),
  }),
})

export const setOperatingArea = endpoint({
  id: 'setOperatingArea',
  method: 'PUT',
  path: '/company/working-unit/{id}/set-operating-area/',
  summary: 'Where a unit takes pick-ups: a list, a radius around a base postcode, or both together',
  access: ['driver'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    districts: z
      .array(z.string().max(8, 'Name an area or a district, such as E or E17.'))
      .max(MOST_DISTRICTS)
      .default([]),
    base_postcode: postcodeField.nullish(),
    radius_metres: z
      .int('Use whole metres.')
      .min(LEAST_RADIUS_METRES, 'At least one kilometre.')
      .max(MOST_RADIUS_METRES, 'At most 500 kilometres.')
      .nullish(),
  }),
  answer: operatingArea,
})

/** Working units: a driver with a van. A unit of another company is not found (T-103). */

export const allowedJobs = z.object({
  job_kinds: z.array(z.enum(JOB_KINDS)),
  help_levels: z.array(z.enum(HELP_LEVELS)),
  /** The help levels that fit the van's seats. */
  possible_help_levels: z.array(z.enum(HELP_LEVELS)),
  /** A booking made at least this many hours before its start confirms itself; null: the driver answers each. */
  confirms_from_hours: z.int().nullable(),
})

export const businessDay = z.object({
  /** "1" is Monday, "0" Sunday. */
  day_of_week: z.string(),
  start_time: z.string(),
  /** "23:59:59" is midnight at the end of the day. */
  end_time: z.string(),
  day_off: z.boolean(),
})

export const vacation = z.object({ id: z.uuid(), start_time: z.iso.date(), end_time: z.iso.date() })

export const workingUnit = z.object({
  id: z.uuid(),
  /** The driver's name as customers see it. */
  name: z.string(),
  status: z.enum(UNIT_STATUSES),
  /** Why verification failed, what of the van waits for the office, or why the office blocked or deactivated the unit. */
  status_reason: z.string().nullable(),
  /** Blocked, deactivated or deactivated_by_you. */
  is_deactivated: z.boolean(),
  /** The driver's objection to a decision of the office, and the office's answer: without one it waits. */
  appeal: z
    .object({
      text: z.string(),
      sent_at: z.iso.datetime(),
      answer: z.string().nullable(),
      answered_at: z.iso.datetime().nullable(),
      /** After an answer: the first day on which there may be another appeal. */
      again_from: z.iso.date().nullable(),
    })
    .nullable(),
  vehicle: van.nullable(),
  /** What the office approved, and what waits for it. Null while there is no van. */
  van_facts: vanFacts.nullable(),
  allowed_jobs: allowedJobs,
  operating_area: operatingArea,
  schedule: z.object({ status: z.enum(['active', 'deactivated']), entries: z.array(businessDay) }),
  vacations: z.array(vacation),
  docs: z.array(document),
  /** Who drives it besides the owner, or is invited to. */
  driver: unitDriver.nullable(),
})
nameShape('WorkingUnit', workingUnit)

export const tooManyUnits = refusal('too_many_units', 409, `A company has at most ${MOST_UNITS} working units.`)
export const companyStopped = refusal(
  'company_stopped',
  409,
  'The office has blocked or deactivated your vans. Appeal on their page before you add another.',
)
export const notDeactivated = refusal('not_deactivated', 409, 'The office hasn’t blocked or deactivated this unit.')
export const appealLater = refusal('appeal_later', 409, 'We have answered your appeal. You can appeal again later.')
export const officeDecides = refusal(
  'office_decides',
  409,
  'The office has blocked or deactivated this unit. You can appeal on its page.',
)

const unitId = z.object({ id: z.uuid() })

export const listUnits = endpoint({
  id: 'listUnits',
  method: 'GET',
  path: '/company/working-unit/',
  summary: 'The working units of the driver’s company, the first one first',
  access: ['driver'],
  query: z.object(pageQuery),
  answer: pageOf(workingUnit),
})

export const addUnit = endpoint({
  id: 'addUnit',
  method: 'POST',
  path: '/company/working-unit/',
  summary: 'Add a working unit to the company',
  access: ['driver'],
  body: z.strictObject({ name: line(120) }),
  status: 201,
  answer: workingUnit,
  refusals: [tooManyUnits, companyStopped],
  idempotent: true,
})

export const getUnit = endpoint({
  id: 'getUnit',
  method: 'GET',
  path: '/company/working-unit/{id}/',
  summary: 'One working unit',
  access: ['driver'],
  params: unitId,
  answer: workingUnit,
})

export const updateUnit = endpoint({
  id: 'updateUnit',
  method: 'PUT',
  path: '/company/working-unit/{id}/',
  summary: 'Change a unit’s name',
  access: ['driver'],
  params: unitId,
  body: z.strictObject({ name: line(120) }),
  answer: workingUnit,
})

export const getAllowedJobs = endpoint({
  id: 'getAllowedJobs',
  method: 'GET',
  path: '/company/working-unit/{id}/allowed-jobs/',
  summary: 'Which jobs a unit takes',
  access: ['driver'],
  params: unitId,
  answer: allowedJobs,
})

const unique = (list: readonly string[]) => new Set(list).size === list.length

export const saveAllowedJobs = endpoint({
  id: 'saveAllowedJobs',
  method: 'PUT',
  path: '/company/working-unit/{id}/allowed-jobs/',
  summary: 'Choose which jobs a unit takes',
  access: ['driver'],
  params: unitId,
  body: z.strictObject({
    job_kinds: z
      .array(z.enum(JOB_KINDS))
      .min(1, 'Take at least one kind of job.')
      .max(JOB_KINDS.length)
      .refine(unique, 'Name each once.'),
    help_levels: z
      .array(z.enum(HELP_LEVELS))
      .min(1, 'Offer at least one.')
      .max(HELP_LEVELS.length)
      .refine(unique, 'Name each once.'),
    /** Null: the driver answers each booking. Left out: as it is. */
    confirms_from_hours: z
      .int('Use whole hours.')
      .min(LEAST_NOTICE_HOURS, `Choose at least ${LEAST_NOTICE_HOURS} hours.`)
      .max(MOST_NOTICE_HOURS, 'Choose at most two weeks: 336 hours.')
      .nullish(),
  }),
  answer: allowedJobs,
})

export const deactivateUnit = endpoint({
  id: 'deactivateUnit',
  method: 'POST',
  path: '/company/working-unit/{id}/deactivate/',
  summary: 'Take a break, or end it: a deactivated unit is offered no jobs. Bookings it has stay',
  access: ['driver'],
  params: unitId,
  body: z.strictObject({ deactivate: z.boolean({ error: 'Send true or false.' }) }),
  answer: workingUnit,
  refusals: [officeDecides],
})

export const appealUnit = endpoint({
  id: 'appealUnit',
  method: 'POST',
  path: '/company/working-unit/{id}/appeal/',
  summary: 'Appeal against a decision of the office to block or deactivate a unit',
  access: ['driver'],
  params: unitId,
  body: z.strictObject({ text: multilineText(4000).pipe(z.string().min(1, 'Enter what’s wrong with the decision.')) }),
  status: 201,
  answer: workingUnit,
  refusals: [notDeactivated, appealLater],
  idempotent: true,
  limit: { name: 'appeal', per: 'user', count: 10, seconds: 86_400 },
})
