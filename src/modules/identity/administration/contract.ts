import { z } from 'zod'
import { endpoint, refusal, STAFF_ROLES } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { email } from '../contract.ts'

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

/** Block of a person by the office, in any role. The office keeps the reason; the person learns whom to contact. */

const personId = z.object({ id: z.uuid() })
const reason = z
  .string({ error: 'Required' })
  .trim()
  .min(10, 'Give the reason in a sentence, for anybody who looks at this later.')
  .max(2000)

const decided = z.object({
  id: z.uuid(),
  status: z.enum(['active', 'blocked', 'pending_delete', 'deleted']),
  status_reason: z.string().nullable(),
  /** Moves or jobs agreed earlier. A customer’s stand; an owner’s go to other drivers (ADR 0044). */
  has_bookings_ahead: z.boolean(),
})

export const alreadyBlocked = refusal('already_blocked', 409, 'This account is blocked already.')
export const notBlocked = refusal('not_blocked', 409, 'This account isn’t blocked.')
export const notOpen = refusal('account_not_open', 409, 'This account is closed.')
export const ownAccount = refusal('own_account', 409, 'You can’t block your own account.')

export const blockPerson = endpoint({
  id: 'blockPerson',
  method: 'POST',
  path: '/admin/people/{id}/block/',
  summary: 'Block an account at once: every session ends, its links are void, its company is not offered',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: personId,
  body: z.strictObject({ reason }),
  answer: decided,
  refusals: [alreadyBlocked, notOpen, ownAccount],
})

export const unblockPerson = endpoint({
  id: 'unblockPerson',
  method: 'POST',
  path: '/admin/people/{id}/unblock/',
  summary: 'End a block: the account is as it was, and its company is what its documents and setup make it',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: personId,
  body: z.strictObject({ reason }),
  answer: decided,
  refusals: [notBlocked],
})
