import { z } from 'zod'
import { multilineText } from '#modules/companies/contract.ts'
import { person, personId } from '#modules/fleet/people/contract.ts'
import { CHECK_METHODS } from '#modules/fleet/people/rules.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'

/** The office checks people: their right to work, and that name and photo are theirs (decisions §6). */

export const waitingPerson = z.object({
  id: z.uuid(),
  name: z.string(),
  company: z.object({ id: z.uuid(), name: z.string() }),
  /** Facts to decide on. */
  waits_for: z.array(z.enum(['check', 'name', 'photo'])),
  method: z.enum(CHECK_METHODS).nullable(),
  waiting_since: z.iso.datetime(),
})

export const personVerification = z.object({
  person,
  company: z.object({ id: z.uuid(), name: z.string() }),
  /** The units that they work with. */
  units: z.array(z.object({ id: z.uuid(), name: z.string(), registration: z.string().nullable() })),
  /** Other admins who have this person open. */
  looking: z.array(z.string()),
  /** Approved earlier values, if they differ. */
  approved: z.object({ name: z.string(), photo_url: z.string() }).nullable(),
  is_waiting: z.boolean(),
  /** Only while a share code waits to be checked; erased by the decision. */
  share_code: z.object({ code: z.string(), date_of_birth: z.string() }).nullable(),
})
nameShape('PersonVerification', personVerification)

export const listPersonVerifications = endpoint({
  id: 'listPersonVerifications',
  method: 'GET',
  path: '/admin/verifications/people/',
  summary: 'People whose check, name or photo waits for the office, the one that has waited longest first',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'verifications',
  query: z.object(keyPageQuery),
  answer: keyPageOf(waitingPerson),
})

export const getPersonVerification = endpoint({
  id: 'getPersonVerification',
  method: 'GET',
  path: '/admin/verifications/people/{person_id}/',
  summary: 'One person with what is to be decided about',
  access: ['admin'],
  staff: ['owner', 'support'],
  reads: 'person',
  params: personId,
  answer: personVerification,
})

export const personNotWaiting = refusal(
  'not_waiting',
  409,
  'Someone has already decided on this person, or their details have changed. Reload the page.',
)

export const decidePerson = endpoint({
  id: 'decidePerson',
  method: 'POST',
  path: '/admin/verifications/people/{person_id}/decide/',
  summary: 'Approve or refuse what waits of a person; a share code and its date of birth are erased with it',
  access: ['admin'],
  staff: ['owner', 'support'],
  params: personId,
  body: z.strictObject({
    /** Version of the person that the admin was shown. */
    version: z.int(),
    decision: z.enum(['approve', 'refuse'], { error: 'Approve or refuse.' }),
    /** What the driver reads; needed for a refusal. */
    reason: multilineText(1000).nullish(),
    /** Until when the right was seen to last; null without a time limit. Without it, what was entered. */
    expires_on: z.iso.date({ error: 'Enter a date as YYYY-MM-DD.' }).nullish(),
  }),
  answer: personVerification,
  refusals: [personNotWaiting],
})
