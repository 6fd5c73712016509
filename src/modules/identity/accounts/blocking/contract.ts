import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'

/** The office's block of a person, whatever their role. The reason is kept by the office; the person is told whom to contact. */

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
