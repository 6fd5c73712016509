import { z } from 'zod'
import { endpoint, refusal, STAFF_ROLES } from '#shared/endpoint.ts'
import { nameShape } from '#shared/shape.ts'
import { email } from '../../contract.ts'

/** The office's own people, for its owners (ADR 0068). */

export const lastOwner = refusal(
  'last_admin',
  409,
  'You are the only owner of the office. Make somebody else one first.',
)
export const addressTaken = refusal(
  'address_taken',
  409,
  'There is already an account with this address. Use another one for the office.',
)
export const ownAccess = refusal(
  'own_access',
  409,
  'You can’t end your own access. Ask another owner, or close your account on “Login and security”.',
)
export const accessEnded = refusal('access_ended', 409, 'Their access has already ended. Reload the page.')

const member = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string().nullable(),
  email: z.string(),
  staff_role: z.enum(STAFF_ROLES),
  /** `invited` has an account and has not yet logged in. */
  status: z.enum(['active', 'invited', 'ended']),
  has_two_step: z.boolean(),
  last_seen_at: z.iso.datetime().nullable(),
  is_self: z.boolean(),
})
nameShape('StaffMember', member)

const name = z.string({ error: 'Required' }).trim().min(1, 'Required').max(100, 'At most 100 characters.')
const staffRole = z.enum(STAFF_ROLES, { error: 'Choose a role.' })
const params = z.object({ id: z.uuid() })

export const listStaff = endpoint({
  id: 'listStaff',
  method: 'GET',
  path: '/admin/staff/',
  summary: 'Everybody in the office: their roles, whether two-step login is on, and when they were last here',
  access: ['admin'],
  staff: ['owner'],
  reads: 'staff',
  answer: z.object({ results: z.array(member) }),
})

export const inviteStaff = endpoint({
  id: 'inviteStaff',
  method: 'POST',
  path: '/admin/staff/',
  summary: 'Open an account in the office and email its owner a link to choose a password',
  access: ['admin'],
  staff: ['owner'],
  body: z.strictObject({
    email,
    first_name: name,
    last_name: z.string().trim().max(100).nullish(),
    staff_role: staffRole,
  }),
  status: 201,
  answer: member,
  refusals: [addressTaken],
  idempotent: true,
  limit: { name: 'invite-staff', per: 'user', count: 30, seconds: 3600 },
})

export const changeStaffRole = endpoint({
  id: 'changeStaffRole',
  method: 'PUT',
  path: '/admin/staff/{id}/',
  summary: 'Give somebody in the office another role; it counts from their next call on',
  access: ['admin'],
  staff: ['owner'],
  params,
  body: z.strictObject({ staff_role: staffRole }),
  answer: member,
  refusals: [lastOwner, accessEnded],
})

export const endStaffAccess = endpoint({
  id: 'endStaffAccess',
  method: 'POST',
  path: '/admin/staff/{id}/end-access/',
  summary: 'End somebody’s access to the office at once: their sessions end, their links are void',
  access: ['admin'],
  staff: ['owner'],
  params,
  answer: member,
  refusals: [ownAccess, accessEnded],
})
