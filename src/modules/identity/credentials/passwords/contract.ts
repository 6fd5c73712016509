import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { currentPassword, reauthRequired } from '../reauthentication/contract.ts'

const newPassword = z.string({ error: 'Required' }).min(1, 'Required').max(1024)

export const updatePassword = endpoint({
  id: 'updatePassword',
  method: 'PUT',
  path: '/users/update-password/',
  summary: 'Change the password; every other session ends',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'self',
  body: z.strictObject({ current_password: currentPassword, new_password: newPassword }),
  answer: z.object({ detail: z.string() }),
  refusals: [reauthRequired],
  limit: { name: 'update-password', per: 'user', count: 20, seconds: 3600, isDurable: true },
})
