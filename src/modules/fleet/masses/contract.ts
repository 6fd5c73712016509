import { z } from 'zod'
import { nameShape } from '#shared/shape.ts'

/** What a van weighs, and what the office has said to it. Saved with the van (vans/contract.ts). */

/** Kilograms. */
export const masses = z.object({
  gross_weight_kg: z.int().nullable(),
  kerb_weight_kg: z.int().nullable(),
  payload_kg: z.int().nullable(),
})
nameShape('Masses', masses)

export const vanMasses = z.object({
  /** What searches reckon with. Without a payload the low end of the van's category counts. */
  approved: masses,
  /** What the driver said last, where it is not what was approved: it counts once the office has approved it. */
  declared: masses
    .extend({
      id: z.uuid(),
      status: z.enum(['pending', 'refused']),
      /** Why it was refused. */
      reason: z.string().nullable(),
      submitted_at: z.iso.datetime(),
    })
    .nullable(),
})
nameShape('VanMasses', vanMasses)
