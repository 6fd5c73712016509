import { z } from 'zod'
import { tokenExpired } from '#modules/identity/contract.ts'
import { eventChanges, eventSettings } from '#modules/notifications/contract.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { van } from '../vans/contract.ts'
import { HIRED_EVENTS } from './rules.ts'

/**
 * The owner of a company invites a driver for a unit by email. The hired driver has a login of their own and sees that
 * unit's calendar and jobs, but no prices, documents or other units (ADR 0026).
 */

export const unitDriver = z.object({
  /** State; `expired` means that the link was not followed within seven days. */
  state: z.enum(['invited', 'expired', 'active']),
  /** First name given by the owner, replaced by the driver’s own once they join. */
  first_name: z.string().nullable(),
  email: z.string(),
  /** May confirm, reject and take jobs. */
  may_answer: z.boolean(),
  invited_at: z.iso.datetime(),
  /** Expiry of the link; null once the driver has joined. */
  expires_at: z.iso.datetime().nullable(),
})
nameShape('UnitDriver', unitDriver)

export const hasDriver = refusal('has_driver', 409, 'Somebody drives this van already. End their access first.')
export const noDriver = refusal('no_driver', 409, 'This van has no driver and no open invitation.')
export const cannotBeHired = refusal(
  'cannot_be_hired',
  409,
  'This email address has an account of another kind, so it can’t be a hired driver’s. Ask to be invited at another address.',
)
export const alreadyDrives = refusal(
  'already_drives',
  409,
  'You drive a van already. That has to end before you can join another.',
)
export const otherAddress = refusal(
  'other_address',
  409,
  'This invitation went to another email address. Log in with the account of that address.',
)

const unitId = z.object({ id: z.uuid() })
const mayAnswer = z.boolean({ error: 'Send true or false.' })
const token = z.string({ error: 'Required' }).min(1, 'Required').max(500)
const path = '/company/working-unit/{id}/driver/'

export const inviteDriver = endpoint({
  id: 'inviteDriver',
  method: 'POST',
  path,
  summary: 'Invite somebody to drive a unit by email, or send the email again; the link before stops working',
  access: ['driver'],
  params: unitId,
  body: z.strictObject({
    email: z.string({ error: 'Required' }).trim().min(1, 'Required').max(254, 'Invalid email'),
    first_name: z.string().trim().max(100).nullish(),
    may_answer: mayAnswer.default(false),
  }),
  status: 201,
  // The same whatever the address has to do with us.
  answer: unitDriver,
  refusals: [hasDriver],
  keyless:
    'a unit has one invitation, and inviting again only sends a new link, a secret that is written down nowhere.',
  limit: { name: 'invite-driver', per: 'user', count: 30, seconds: 86_400, isDurable: true },
})

export const changeDriver = endpoint({
  id: 'changeDriver',
  method: 'PUT',
  path,
  summary: 'Let a unit’s driver confirm, reject and take jobs, or no longer; it counts at once',
  access: ['driver'],
  params: unitId,
  body: z.strictObject({ may_answer: mayAnswer }),
  answer: unitDriver,
  refusals: [noDriver],
})

export const removeDriver = endpoint({
  id: 'removeDriver',
  method: 'DELETE',
  path,
  summary: 'Withdraw an invitation, or end a driver’s access at once',
  access: ['driver'],
  params: unitId,
  status: 204,
  answer: z.undefined(),
})

export const validateInvitation = endpoint({
  id: 'validateInvitation',
  method: 'POST',
  path: '/users/driver-invitation/validate/',
  summary: 'What an emailed invitation is for; looking does not use it up',
  access: 'public',
  body: z.strictObject({ token }),
  answer: z.object({
    company_name: z.string(),
    unit_name: z.string(),
    registration: z.string().nullable(),
    /** The address that the invitation went to. */
    email: z.string(),
    first_name: z.string().nullable(),
    may_answer: z.boolean(),
    expires_at: z.iso.datetime(),
    /** Whether to register, to log in with a hired driver’s account, or that the address cannot be hired. */
    account: z.enum(['none', 'hired', 'other']),
  }),
  refusals: [tokenExpired],
  limit: { name: 'validate-invitation', per: 'address', count: 60, seconds: 3600, isDurable: true },
})

export const joinUnit = endpoint({
  id: 'joinUnit',
  method: 'POST',
  path: '/users/driver-invitation/register/',
  summary: 'Open an account with an emailed invitation, which confirms the address, and join the unit',
  access: 'public',
  body: z.strictObject({
    token,
    password: z.string({ error: 'Required' }).min(1, 'Required').max(1024),
    first_name: z.string({ error: 'Required' }).trim().min(1, 'Required').max(100),
    last_name: z.string().trim().max(100).nullish(),
    phone: z.string().trim().max(30).nullish(),
  }),
  status: 201,
  answer: z.object({ detail: z.string(), email: z.string() }),
  refusals: [tokenExpired, cannotBeHired],
  keyless: 'its body holds a password, and the link works once.',
  limit: { name: 'join-unit', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

export const acceptInvitation = endpoint({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/users/driver-invitation/accept/',
  summary: 'Join a unit with the hired driver’s account of the invited address',
  access: ['hired'],
  body: z.strictObject({ token }),
  answer: z.object({ detail: z.string() }),
  refusals: [tokenExpired, otherAddress, alreadyDrives],
  limit: { name: 'accept-invitation', per: 'user', count: 20, seconds: 3600, isDurable: true },
})

export const getDrivenUnit = endpoint({
  id: 'getDrivenUnit',
  method: 'GET',
  path: '/company/driven-unit/',
  summary: 'The unit that a hired driver drives; null while there is none',
  access: ['hired'],
  answer: z.object({
    unit: z
      .object({
        id: z.uuid(),
        name: z.string(),
        company_name: z.string(),
        van: van.pick({ category: true, make: true, model: true, registration: true }).nullable(),
        may_answer: z.boolean(),
      })
      .nullable(),
  }),
})

/**
 * Messages about the jobs of their unit that a hired driver receives, by event and channel. Those about the login are
 * always emailed.
 */

const settings = eventSettings(HIRED_EVENTS)

export const getJobNotices = endpoint({
  id: 'getJobNotices',
  method: 'GET',
  path: '/company/driven-unit/notification-settings/',
  summary: 'Get a hired driver’s notification settings by event and channel',
  access: ['hired'],
  answer: settings,
})

export const saveJobNotices = endpoint({
  id: 'saveJobNotices',
  method: 'POST',
  path: '/company/driven-unit/notification-settings/',
  summary: 'Choose by event and channel; what is not sent stays as it is',
  access: ['hired'],
  body: eventChanges(HIRED_EVENTS),
  answer: settings,
})
