import { endpoint, file } from '#shared/endpoint.ts'

export const exportOwnData = endpoint({
  id: 'exportOwnData',
  method: 'GET',
  path: '/users/export/',
  summary: 'Everything held about the signed-in user, as one JSON file',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'everyone',
  // A file to keep, not an interface: its contents grow with what is stored.
  answer: file('application/json'),
  limit: { name: 'export', per: 'user', count: 10, seconds: 3600, isDurable: true },
})
