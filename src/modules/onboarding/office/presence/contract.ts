import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { LOOK_SECONDS } from './rules.ts'

/** Who of the office has the same unit or person open, so that two do not begin on one. It keeps nobody from deciding. */

export const lookAt = endpoint({
  id: 'lookAt',
  method: 'POST',
  path: '/admin/looking/',
  summary: `Say which unit or person one has open, every ${LOOK_SECONDS} seconds, and hear who else does`,
  access: ['admin'],
  staff: ['owner', 'support'],
  /** Null: nothing any more. */
  body: z.strictObject({ subject_id: z.uuid().nullable() }),
  answer: z.object({ others: z.array(z.string()) }),
})
