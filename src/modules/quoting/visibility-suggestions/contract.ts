import { z } from 'zod'
import { HELP_LEVELS } from '#modules/fleet/rules.ts'
import { JOB_KINDS } from '#modules/fleet/units/rules.ts'
import { endpoint } from '#shared/endpoint.ts'
import { nameShape } from '#shared/shape.ts'

/** What a driver could change to be shown more often, counted by replaying stored searches (ADR 0030). */

const hoursOfDay = {
  /** As in the schedule: "1" is Monday to "6" Saturday, "0" Sunday. */
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
  /** Searches of the area that were replayed, the newest at most 2,000; and what becomes of the unit in them as it stands now. */
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
