import { endpoint, file } from '#shared/endpoint.ts'

export const exportOwnData = endpoint({
  id: 'exportOwnData',
  method: 'GET',
  path: '/users/export/',
  summary: 'Everything held about the signed-in user, as one JSON file',
  access: ['customer', 'driver', 'admin'],
  // A file for its owner, not a shape to build on: what is in it grows with what is held.
  answer: file('application/json'),
  limit: { name: 'export', per: 'user', count: 10, seconds: 3600, isDurable: true },
})
