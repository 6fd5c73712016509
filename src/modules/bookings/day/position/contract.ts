import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'

export const notShared = refusal(
  'position_not_shared',
  409,
  'A position is shown only from “on the way” until the van arrives, and if the driver agreed to it.',
)

export const sendPosition = endpoint({
  id: 'sendPosition',
  method: 'POST',
  path: '/booking/{id}/position/',
  summary: 'Where the van is, for the customer; only the last one is kept, for a day at most',
  access: ['driver', 'hired'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    lat: z.number().min(-90).max(90),
    lng: z.number().min(-180).max(180),
    at: z.iso.datetime().max(40),
  }),
  status: 204,
  answer: z.undefined(),
  refusals: [notShared],
  limit: { name: 'position', per: 'user', count: 30, seconds: 60 },
})
