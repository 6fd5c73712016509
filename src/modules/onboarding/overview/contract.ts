import { z } from 'zod'
import { UNIT_STATUSES } from '#modules/fleet/units/rules.ts'
import { endpoint } from '#shared/endpoint.ts'
import { LACKS } from '../rules.ts'
import { OVERVIEW_DAYS } from './rules.ts'

/** All units of a company at a glance, for its owner. */

const job = z.object({
  id: z.uuid(),
  status: z.enum(['new_booking', 'confirmed', 'in_progress', 'completed']),
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
  summary: 'Every unit side by side: how it stands, what it lacks, today, its next job and the days ahead',
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
