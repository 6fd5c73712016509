import { z } from 'zod'
import { DOCUMENT_KINDS } from '#modules/fleet/documents/rules.ts'
import { HELP_LEVELS } from '#modules/fleet/rules.ts'
import { endpoint } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { AHEAD } from '../rules.ts'

/** What a driver wants to know of a unit that takes jobs: what is next, what this week brings, what expires. */

const end = z.object({ outcode: z.string(), town: z.string() })

/** `minutes` from start to end, breaks included. */
const jobs = z.object({ jobs: z.int(), minutes: z.int() })

const week = z.object({
  /** Monday and Sunday. */
  from_day: z.iso.date(),
  to_day: z.iso.date(),
  /** Finished. */
  done: jobs,
  /** Confirmed, or going on. */
  booked: jobs,
  /** The driver still has to answer. */
  waiting: jobs,
})

const pence = z.object({ done_pence: z.int(), booked_pence: z.int(), waiting_pence: z.int() })

const expiring = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('document'),
    document: z.enum(DOCUMENT_KINDS),
    label: z.string(),
    expires_on: z.iso.date(),
    days_left: z.int(),
    /** A new one was sent and waits for the office. */
    is_renewal_waiting: z.boolean(),
  }),
  z.object({
    kind: z.literal('person'),
    person_id: z.uuid(),
    first_name: z.string(),
    expires_on: z.iso.date(),
    days_left: z.int(),
    is_renewal_waiting: z.boolean(),
  }),
])

export const unitNews = z.object({
  /** The job in progress, or the next one. */
  next_job: z
    .object({
      id: z.uuid(),
      status: z.enum(AHEAD),
      start_at: z.iso.datetime(),
      end_at: z.iso.datetime(),
      from: end,
      to: end,
      help_level: z.enum(HELP_LEVELS),
      /** The driver has said who comes. */
      is_crew_named: z.boolean(),
    })
    .nullable(),
  this_week: week,
  next_week: week,
  /** After our commission and the VAT on it, by the prices agreed on. Null for those who see no prices. */
  takings: z.object({ this_week: pence, next_week: pence }).nullable(),
  /** Documents of the unit and its company, and checks of its people, that expire within 60 days, nearest first. */
  expiring: z.array(expiring),
})
nameShape('UnitNews', unitNews)

export const getUnitNews = endpoint({
  id: 'getUnitNews',
  method: 'GET',
  path: '/company/working-unit/{id}/news/',
  summary: 'A unit’s next job, this week and the next, takings, and what expires',
  access: ['driver'],
  params: z.object({ id: z.uuid() }),
  answer: unitNews,
})
