// The pages that need a key or an id in their address, as whoever they are for opens them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { tokenOf } from '#modules/bookings/changes/gateway.ts'
import type { Ctx } from '#platform/ctx.ts'
import { signId } from '#platform/secrets.ts'
import { inDatabase, productDataDir } from './database.ts'
import { demonstrationPeople } from './people.ts'
import type { Visitor } from './sites.ts'

const signer = () => {
  const secretKey = readFileSync(join(productDataDir(), 'secret-key'), 'utf8').trim()
  return { config: { secretKey } } as Ctx
}

interface Booked {
  id: string
  unitId: string
  companyId: string
}

/** A booking of the demonstration's driver or customer that is in this state. */
async function bookedBy(role: 'driver' | 'customer', state: string, more = 'true'): Promise<Booked> {
  const [found] = await inDatabase(
    `select b.id, b.unit_id as "unitId", b.company_id as "companyId" from bookings.booking b
       join companies.company c on c.id = b.company_id
       join identity.user u on u.id = ${role === 'driver' ? 'c.owner_user_id' : 'b.customer_id'}
     where u.email_key = $1 and b.status = $2 and ${more} order by b.start_at desc, b.id limit 1`,
    [demonstrationPeople[role].email, state],
  )
  if (!found) throw new Error(`The demonstration's ${role} has no booking that is ${state}`)
  return found as unknown as Booked
}

/** One of the driver's that awaits an answer of its customer: the one that is there, or a new one. */
async function openChange(page: Page): Promise<string> {
  const { id } = await bookedBy('driver', 'confirmed')
  const login = await page.request.post('/api/users/login/', { data: demonstrationPeople.driver })
  const { access } = (await login.json()) as { access: string }
  // Refused where one is open already, which does as well.
  await page.request.post(`/api/booking/${id}/propose-change/`, {
    headers: { authorization: `Bearer ${access}` },
    data: { kind: 'item', words: 'A wardrobe', line: { label: 'Wardrobe', amount_pence: 2500 } },
  })
  const [change] = await inDatabase(`select id from bookings.change where booking_id = $1 and state = 'open'`, [id])
  return String(change?.['id'])
}

async function keysLinkOf({ id }: Booked): Promise<string> {
  await inDatabase(
    `insert into bookings.keys_link (id, booking_id, created_at) values ($1, $1, pgboss.job_now()) on conflict do nothing`,
    [id],
  )
  return `/keys/${tokenOf(signer(), 'keys', id)}`
}

/** The link to agree to the start on record, or to one now. */
export async function earlyStartLinkOf({ id }: { id: string }): Promise<string> {
  await inDatabase(
    `insert into bookings.early_start_link (id, booking_id, started_at, most_pence, created_at, expires_at)
     values ($1, $1, coalesce((select started_at from bookings.day where booking_id = $1), pgboss.job_now()), 5000, pgboss.job_now(), pgboss.job_now() + interval '1 day')
     on conflict do nothing`,
    [id],
  )
  return `/answer/${tokenOf(signer(), 'early start', id)}`
}

/** The link to say whether the customer cancelled, which the driver has not reported of most bookings. */
export async function cancellationLinkOf({ id }: { id: string }): Promise<string> {
  await inDatabase(
    `insert into bookings.cancellation_link (id, booking_id, claimed_fee_pence, created_at, expires_at)
     values ($1, $1, 0, pgboss.job_now(), pgboss.job_now() + interval '1 day') on conflict do nothing`,
    [id],
  )
  return `/answer/${tokenOf(signer(), 'cancellation', id)}`
}

/** The link to another time, which this change does not offer. */
async function offeredTimeLinkOf(changeId: string): Promise<string> {
  await inDatabase(
    `with change as (update bookings.change set new_start_at = coalesce(new_start_at, expires_at) where id = $1 returning id, version)
     insert into bookings.offered_time_link (id, change_id, version, created_at)
     select id, id, version, pgboss.job_now() from change on conflict do nothing`,
    [changeId],
  )
  return `/answer/${tokenOf(signer(), 'offered time', changeId)}`
}

const ofVisitor = async (page: Page): Promise<string[]> => {
  const { companyId } = await bookedBy('driver', 'completed')
  const unreviewed = await bookedBy('driver', 'completed', 'not b.has_feedback')
  const booked = await bookedBy('driver', 'confirmed')
  const changeId = await openChange(page)
  return [
    `/companies/${companyId}`,
    `/companies/${companyId}/reviews`,
    `/company-review/${signId(signer(), 'review hash', unreviewed.id)}`,
    `/change/${tokenOf(signer(), 'change', changeId)}`,
    await offeredTimeLinkOf(changeId),
    await keysLinkOf(booked),
    await earlyStartLinkOf(booked),
    await cancellationLinkOf(booked),
    `/booking/${signId(signer(), 'booking hash', booked.id)}/day`,
  ]
}

const ofCustomer = async (): Promise<string[]> => {
  const [done, booked] = [await bookedBy('customer', 'completed'), await bookedBy('customer', 'confirmed')]
  return [
    `/messages/${booked.id}`,
    `/my-bookings/change/${booked.id}`,
    `/my-bookings/change/${done.id}`,
    `/my-bookings/re-book/${done.id}`,
    `/my-bookings/claims/${done.id}`,
    `/booking/${signId(signer(), 'booking hash', booked.id)}/day`,
  ]
}

const ofDriver = async (): Promise<string[]> => {
  const { id, unitId } = await bookedBy('driver', 'confirmed')
  return [`/messages/${id}`, `/my-day/${id}?unit=${unitId}`, `/job-sheet/${id}`, `/job-crew/${id}?unit=${unitId}`]
}

const listers: Record<Visitor, (page: Page) => Promise<string[]>> = {
  visitor: ofVisitor,
  customer: ofCustomer,
  driver: ofDriver,
  admin: async () => [],
}

export const keyedPages = (page: Page, visitor: Visitor): Promise<string[]> => listers[visitor](page)
