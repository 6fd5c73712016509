import { z } from 'zod'
import { waiting } from '#modules/pricing/terms/contract.ts'
import { duration } from '#modules/quoting/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { driverBooking } from '../driver-lists/contract.ts'

/** A job on paper, for the dashboard: what whoever drives needs when there is no signal. */

export const getJobSheet = endpoint({
  id: 'getJobSheet',
  method: 'GET',
  path: '/booking/{id}/job-sheet/',
  summary:
    'A confirmed job with its addresses, times and what to take, to the unit that does it; a hired driver sees no price',
  access: ['driver', 'hired'],
  params: z.object({ id: z.uuid() }),
  answer: z.object({
    job: driverBooking,
    registration: z.string(),
    /** The parts of the total time. */
    times: z.object({
      load_unload_time: duration,
      stairs_time: duration,
      stops_time: duration,
      assembling_time: duration,
      disassembling_time: duration,
      travel_time: duration,
    }),
    /** Null for a hired driver. */
    ceiling_pence: z.int().nullable(),
    /** Null for a hired driver. */
    waiting: waiting.nullable(),
    /** First names of who comes. */
    crew: z.array(z.string()),
  }),
})
