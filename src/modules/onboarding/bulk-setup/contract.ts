import { z } from 'zod'
import { workingDay } from '#modules/calendar/contract.ts'
import { MOST_DISTRICTS } from '#modules/fleet/areas/rules.ts'
import { setOperatingArea } from '#modules/fleet/areas/contract.ts'
import { businessDay, saveAllowedJobs } from '#modules/fleet/units/contract.ts'
import { endpoint } from '#shared/endpoint.ts'

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
