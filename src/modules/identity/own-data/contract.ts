import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

export const exportOwnData = endpoint({
  id: 'exportOwnData',
  method: 'GET',
  path: '/users/export/',
  summary: 'Everything held about the signed-in user, as one JSON file',
  access: ['customer', 'driver', 'admin'],
  answer: z.object({ exported_at: z.iso.datetime() }).catchall(z.unknown()),
  limit: { name: 'export', per: 'user', count: 10, seconds: 3600, isDurable: true },
})
