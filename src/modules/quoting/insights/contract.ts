import { z } from 'zod'
import { HELP_LEVELS } from '#modules/fleet/rules.ts'
import { JOB_KINDS } from '#modules/fleet/units/rules.ts'
import { endpoint } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { helpLevel, vanCategory } from '../contract.ts'
import { SEEN_OUTCOMES } from './rules.ts'

/** What a driver could change to be shown more often, counted by replaying stored searches (ADR 0030). */

const hoursOfDay = {
  /** Day as in the schedule: "1" is Monday to "6" Saturday, "0" Sunday. */
  day_of_week: z.string(),
  /** The hours of that day after the change. */
  start_time: z.string(),
  end_time: z.string(),
}

const change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open_day'), ...hoursOfDay }),
  z.object({ kind: z.literal('start_earlier'), ...hoursOfDay }),
  z.object({ kind: z.literal('end_later'), ...hoursOfDay }),
  z.object({
    kind: z.literal('offer_help'),
    help_level: z.enum(HELP_LEVELS),
    /** The hourly rate it was counted with: the one that is set, else that of the nearest level. */
    pence_per_hour: z.int(),
    has_rate: z.boolean(),
  }),
  z.object({ kind: z.literal('add_district'), district: z.string(), town: z.string() }),
  z.object({ kind: z.literal('take_job_kind'), job_kind: z.enum(JOB_KINDS) }),
  /** Off each hourly rate of the company for such a van. */
  z.object({ kind: z.literal('charge_less'), pence: z.int() }),
])

export const unitGains = z.object({
  /** Searches made before this are not counted: they are gone, or nothing was stored to replay them. */
  since: z.iso.datetime(),
  /**
   * Searches of the area that were replayed, the newest at most 2,000; and the unit's outcomes in them without a
   * change.
   */
  searches: z.int(),
  shown: z.int(),
  /** Shown, and no other company’s price was as low. */
  cheapest: z.int(),
  /** Best first; changes that would bring nothing are left out. */
  gains: z.array(
    z.object({
      change,
      /** Searches in which the unit would be shown with this change alone, and is not without it. */
      more_shown: z.int(),
      /** Searches in which it would be the cheapest of all with this change alone, and is not without it. */
      more_cheapest: z.int(),
    }),
  ),
})
nameShape('UnitGains', unitGains)

export const getUnitGains = endpoint({
  id: 'getUnitGains',
  method: 'GET',
  path: '/company/working-unit/{id}/gains/',
  summary: 'What would show a unit in more searches: stored searches of 30 days, replayed with one change each',
  access: ['driver'],
  params: z.object({ id: z.uuid() }),
  answer: unitGains,
  limit: { name: 'unit-gains', per: 'user', count: 60, seconds: 60 },
})

/** "Why was I not shown?": a unit's outcome in each search of its area. Nothing in it identifies the customer. */

const seenSearch = z.object({
  id: z.uuid(),
  searched_at: z.iso.datetime(),
  /** Start and end of the requested job. */
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  van_category: vanCategory,
  help_level: helpLevel,
  /** Outcode and town of pick-up, stops and drop-off, in order. */
  places: z.array(z.object({ outcode: z.string(), town: z.string() })),
  was_shown: z.boolean(),
  outcome: z.enum(SEEN_OUTCOMES),
  /** The outcome in words. */
  reason: z.string(),
})

export const listUnitSearches = endpoint({
  id: 'listUnitSearches',
  method: 'GET',
  path: '/company/working-unit/{id}/searches/',
  summary: 'Searches of the last 30 days in a unit’s area, newest first, and why it was or was not shown in each',
  access: ['driver'],
  params: z.object({ id: z.uuid() }),
  query: z.object(keyPageQuery),
  answer: keyPageOf(seenSearch),
})
