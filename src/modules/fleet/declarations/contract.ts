import { z } from 'zod'
import { nameShape } from '#shared/shape.ts'
import { van } from '../vans/contract.ts'

/** What the office approved of a van, and what its driver has said since. Saved with the van (vans/contract.ts). */

const declaration = van.extend({
  id: z.uuid(),
  status: z.enum(['pending', 'refused']),
  /** Why it was refused; while it waits, why the office asks again. */
  reason: z.string().nullable(),
  submitted_at: z.iso.datetime(),
  /** The unit takes no jobs until the office has decided. */
  pauses_unit: z.boolean(),
})

export const vanFacts = z.object({
  /** What searches, prices, zones and tolls reckon with. Null until the office has approved the van for the first time. */
  approved: van.nullable(),
  /** What the driver said last, if it is not what was approved: it counts once the office has approved it. */
  declared: declaration.nullable(),
})
nameShape('VanFacts', vanFacts)
