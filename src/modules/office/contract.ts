import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'

/** Entries of the audit log about a person or a company. They cannot be changed. */

const known = z.string().nullable()

export const trailEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** A verb and its noun: "account.blocked". */
  action: z.string(),
  /** What it was done to: "user 0193…". */
  object: z.string(),
  /** Author of the action. Null: the system, or a person who is no longer known. */
  by: z.object({ id: z.uuid(), name: z.string(), is_office: z.boolean() }).nullable(),
  reason: known,
  /** A status, where one changed. */
  before: known,
  after: known,
})
nameShape('TrailEntry', trailEntry)

const trailOf = (noun: 'people' | 'companies', what: string) =>
  endpoint({
    id: noun === 'people' ? 'listPersonTrail' : 'listCompanyTrail',
    method: 'GET',
    path: `/admin/${noun}/{id}/trail/`,
    summary: what,
    access: ['admin'],
    staff: noun === 'people' ? ['owner', 'support'] : ['owner', 'billing', 'support'],
    reads: noun === 'people' ? 'person' : 'company',
    params: z.object({ id: z.uuid() }),
    query: z.object(keyPageQuery),
    answer: keyPageOf(trailEntry),
  })

export const listPersonTrail = trailOf(
  'people',
  'What was done to a person, and what they did that is kept in the audit log; the last first',
)
export const listCompanyTrail = trailOf(
  'companies',
  'What was done to a company, its units, people and documents, and to its owner’s account; the last first',
)
