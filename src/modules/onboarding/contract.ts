import { z } from 'zod'
import { workingDay } from '#modules/calendar/contract.ts'
import { setOperatingArea, businessDay, saveAllowedJobs } from '#modules/fleet/units/contract.ts'
import { MOST_DISTRICTS, UNIT_STATUSES } from '#modules/fleet/units/rules.ts'
import { DOCUMENT_KINDS } from '#modules/fleet/documents/rules.ts'
import { HELD, HELP_LEVELS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { endpoint } from '#shared/endpoint.ts'
import { OVERVIEW_DAYS, CREW_REASONS, CHECKS, LACKS } from './rules.ts'

/** How far a driver is set up (spec §3 Profile progress flags, §7 User). */

const flags = {
  is_driving_profile_setup: z.boolean(),
  is_operations_pricing_setup: z.boolean(),
  is_marketing_info_setup: z.boolean(),
  is_banking_account_setup: z.boolean(),
  is_main_phone_setup: z.boolean(),
  is_insurance_number_setup: z.boolean(),
}

const step = z.object({
  step: z.enum(['driving_profile', 'operations_and_pricing', 'marketing', 'banking_account', 'general']),
  /** The page where the step is done. */
  path: z.string(),
})

export const getProgress = endpoint({
  id: 'getProgress',
  method: 'GET',
  path: '/users/progress/',
  summary: 'The six flags of the profile; of several units one is enough',
  access: ['driver'],
  answer: z.object(flags),
})

export const getSettings = endpoint({
  id: 'getSettings',
  method: 'GET',
  path: '/users/settings/',
  summary: 'The flags, where the setup goes on, and how each unit stands',
  access: ['driver'],
  answer: z.object({
    ...flags,
    /** The first step not yet done. */
    next_step: step,
    is_setup_incomplete: z.boolean(),
    /** A flag is missing and no hours are saved: "Setup your profile". */
    shows_setup_prompt: z.boolean(),
    /** The company takes cards; a new one takes cash only. */
    takes_cards: z.boolean(),
    working_units: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        registration: z.string().nullable(),
        van_category: z.enum(VAN_CATEGORIES).nullable(),
        status: z.enum(UNIT_STATUSES),
        status_reason: z.string().nullable(),
        ...flags,
        /** Missing steps, in setup order; "documents" means required ones that were not submitted or have expired. */
        lacks: z.array(z.enum(LACKS)),
        /** What the office has refused of it, and nothing new of which was sent since. */
        refused: z.array(z.enum(CHECKS)),
        /** Which documents those are, the first first. */
        refused_documents: z.array(z.enum(DOCUMENT_KINDS)),
        /** The help levels that fit its van, and why one cannot be booked: switched off, no rate for this van, too few checked people. */
        crews: z.array(z.object({ help_level: z.enum(HELP_LEVELS), why_not: z.enum(CREW_REASONS).nullable() })),
        /** People of the company who have been submitted to be checked and don’t work on this van. */
        people_to_choose: z.int(),
        has_hours: z.boolean(),
        next_step: step,
        /** "Available now": the unit takes jobs, its schedule is open at this hour, and no job of its own runs or is about to. */
        is_available_now: z.boolean(),
      }),
    ),
  }),
})

/** Area, hours and jobs of a unit at once: what is copied from one van to another, and what takes the copy back. */

const area = setOperatingArea.body.extend({
  /** Exactly these, whatever base and distance they were once chosen by. Empty leaves no area. */
  districts: z.array(z.string().max(8)).max(MOST_DISTRICTS),
})

export const setUpUnit = endpoint({
  id: 'setUpUnit',
  method: 'PUT',
  path: '/company/working-unit/{id}/set-up/',
  summary: 'Replace area, hours or jobs of a unit, all or nothing; the answer, sent back, undoes it',
  access: ['driver'],
  params: z.object({ id: z.uuid() }),
  body: z
    .strictObject({
      operating_area: area.nullish(),
      /** Empty leaves no hours. */
      schedule: z.array(workingDay).max(7, 'A week has seven days.').nullish(),
      allowed_jobs: saveAllowedJobs.body.nullish(),
    })
    .refine((parts) => Object.values(parts).some(Boolean), 'Send what is to be replaced.'),
  answer: z.object({
    /** Only what was replaced; the rest is null. */
    operating_area: z
      .object({
        districts: z.array(z.string()),
        base_postcode: z.string().nullable(),
        radius_metres: z.int().nullable(),
      })
      .nullable(),
    schedule: z.array(businessDay).nullable(),
    allowed_jobs: saveAllowedJobs.body.nullable(),
  }),
})

/** All units of a company at a glance, for its owner. */

const job = z.object({
  id: z.uuid(),
  status: z.enum(HELD),
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  /** The towns of the two ends. */
  from: z.string(),
  to: z.string(),
})

export const getOverview = endpoint({
  id: 'getOverview',
  method: 'GET',
  path: '/company/working-unit/overview/',
  summary: 'List the units with their status, missing steps, today, next job and coming days',
  access: ['driver'],
  answer: z.object({
    units: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        registration: z.string().nullable(),
        status: z.enum(UNIT_STATUSES),
        status_reason: z.string().nullable(),
        lacks: z.array(z.enum(LACKS)),
        /** Today first. A day with a job is busy, another one with open hours open. */
        days: z
          .array(
            z.object({
              date: z.iso.date(),
              state: z.enum(['busy', 'open', 'off']),
              /** Open by working hours, vacations and hours taken off, whatever is booked. */
              open_hours: z.int().min(0).max(24),
              jobs: z.array(job),
            }),
          )
          .length(OVERVIEW_DAYS),
        /** The first that has not begun, however far ahead. */
        next_job: job.nullable(),
      }),
    ),
  }),
})
