// A job of today, who drives it and whose move it is.
import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'
import { ownerOf, type Owner } from './owners.ts'
import { demonstrationPeople } from './people.ts'

export interface JobToday {
  id: string
  unitId: string
  /** Who drives it: the owner of its company. */
  driver: Owner
  /** Of the customer, who has the password of the demonstration's. */
  email: string
  password: string
}

/** Half hours within five hours in which a unit has nothing else. */
const gapsOf = (unit: string) =>
  `select s from generate_series(date_trunc('hour', pgboss.job_now()) + interval '2 hours', pgboss.job_now() + interval '5 hours', interval '30 minutes') s
   where not exists (select from calendar.hold h where h.unit_id = ${unit} and h.during && tstzrange(s, s + interval '30 minutes'))`

/** Its confirmed jobs that are not today, of customers who sign in. */
const laterOf = (unit: string) =>
  `select o.id from bookings.booking o join identity.user k on k.id = o.customer_id and k.opened_by = 'email'
   where o.unit_id = ${unit} and o.status = 'confirmed' and o.start_at > pgboss.job_now() + interval '6 hours'`

/**
 * Takes a confirmed job of a company other than the demonstration driver's, whose own lists other tests read, rather one without stops on the
 * way, and lets it begin in a minute; no other test gets the same one. `hasLater`: of a van for which `laterJobOf` finds another.
 */
export async function jobOfToday({ paidInCash = false, hasLater = false } = {}): Promise<JobToday> {
  const [job] = await inDatabase(
    `update bookings.booking set start_at = date_trunc('minute', pgboss.job_now()) + interval '1 minute', end_at = date_trunc('minute', pgboss.job_now()) + interval '5 hours'
     where id = (
       select b.id from bookings.booking b
         join companies.company c on c.id = b.company_id join identity.user o on o.id = c.owner_user_id
         join identity.user k on k.id = b.customer_id and k.opened_by = 'email'
       where o.email <> $1 and o.opened_by = 'email' and b.status = 'confirmed' and b.start_at > pgboss.job_now() + interval '6 hours'
         and (not $2 or exists (select from (${gapsOf('b.unit_id')}) gap)
           and exists (select from (${laterOf('b.unit_id')}) later where later.id <> b.id))
       order by exists (select from bookings.change p where p.booking_id = b.id),
         (select count(*) from bookings.booking o where o.unit_id = b.unit_id and o.status = 'confirmed' and o.start_at > pgboss.job_now()) desc,
         jsonb_array_length(b.route_points), b.id limit 1 for update of b skip locked)
     returning id, unit_id, customer_id`,
    [demonstrationPeople.driver.email, hasLater],
  )
  if (!job) throw new Error('The demonstration has no confirmed job left that is not today')
  const id = String(job['id'])
  if (paidInCash)
    await inDatabase(
      `update bookings.booking set payment_method = 'cash', made_by = null, special_pay_method = null where id = $1`,
      [id],
    )
  return withLogin(job)
}

/** With its customer, who gets the password of the demonstration's. */
async function withLogin(job: Record<string, unknown>): Promise<JobToday> {
  const [customer] = await inDatabase(
    `update identity.user u set password_hash = d.password_hash from identity.user d
     where d.email = $2 and u.id = $1 returning u.email`,
    [job['customer_id'], demonstrationPeople.customer.email],
  )
  const { password } = demonstrationPeople.customer
  const unitId = String(job['unit_id'])
  const driver = await ownerOf(unitId)
  return { id: String(job['id']), unitId, driver, email: String(customer?.['email']), password }
}

/**
 * Another confirmed job of that unit, which begins while the first still runs as long as it is held up: half an hour long, in a gap of the
 * calendar within five hours, where the first ends: a van that is no longer held up is there in time. Its customer can sign in like the first's.
 */
export async function laterJobOf({ id, unitId }: JobToday): Promise<JobToday> {
  const [later] = await inDatabase(
    `with gap as (${gapsOf('$1')} limit 1),
     moved as (
       update bookings.booking b set start_at = gap.s, end_at = gap.s + interval '30 minutes' from gap
       where b.id = (${laterOf('$1')} order by o.start_at, o.id limit 1 for update of o skip locked)
       returning b.id, b.unit_id, b.customer_id, b.start_at, b.end_at)
     update calendar.hold h set during = tstzrange(m.start_at, m.end_at), start_lat = (e.place->>'lat')::float8,
       start_lng = (e.place->>'lng')::float8, start_outcode = e.place->>'outcode'
     from moved m, (select work->'places'->-1 as place from bookings.booking where id = $2) e where h.booking_id = m.id
     returning m.id, m.unit_id, m.customer_id`,
    [unitId, id],
  )
  if (!later) throw new Error('The unit has no other confirmed job, or no gap for it')
  return withLogin(later)
}

/** The link of this booking, which its customer has. */
export async function linkOf(page: Page, { id, email, password }: JobToday): Promise<string> {
  const login = await page.request.post('/api/users/login/', { data: { email, password } })
  const { access } = (await login.json()) as { access: string }
  const answer = await page.request.get(`/api/booking/${id}/`, { headers: { authorization: `Bearer ${access}` } })
  const { hash } = (await answer.json()) as { hash: string }
  return `/booking/${hash}`
}
