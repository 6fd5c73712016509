import { z } from 'zod'
import { DOCUMENT_KINDS } from '#modules/fleet/documents/rules.ts'
import { HELP_LEVELS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { UNIT_STATUSES } from '#modules/fleet/units/rules.ts'
import { endpoint } from '#shared/endpoint.ts'
import { CREW_REASONS } from './bookable/rules.ts'
import { CHECKS, LACKS } from './rules.ts'

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
        /** What is missing, in setup order; "documents" means required ones that were not handed in or have expired. */
        lacks: z.array(z.enum(LACKS)),
        /** What the office has refused of it, and nothing new of which was sent since. */
        refused: z.array(z.enum(CHECKS)),
        /** Which documents those are, the first first. */
        refused_documents: z.array(z.enum(DOCUMENT_KINDS)),
        /** The help levels that fit its van, and why one cannot be booked: switched off, no rate for this van, too few checked people. */
        crews: z.array(z.object({ help_level: z.enum(HELP_LEVELS), why_not: z.enum(CREW_REASONS).nullable() })),
        /** People of the company who have been handed in to be checked and don’t work on this van. */
        people_to_choose: z.int(),
        has_hours: z.boolean(),
        next_step: step,
        /** "Available now": the unit takes jobs, its schedule is open at this hour, and no job of its own runs or is about to. */
        is_available_now: z.boolean(),
      }),
    ),
  }),
})
