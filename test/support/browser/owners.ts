// The owners of the companies that are offered a move, at their lists.
import type { Locator, Page } from '@playwright/test'
import { formatDay, type LocalDay } from '#shared/local-time.ts'
import { inDatabase } from './database.ts'
import { demonstrationPeople, signIn } from './people.ts'

export interface Owner {
  firstName: string
  email: string
  password: string
}

/** The owner of this unit's company, who gets the password of the demonstration's driver. */
export async function ownerOf(unitId: string, dataDir?: string): Promise<Owner> {
  const [owner] = await inDatabase(
    `update identity.user o set password_hash = d.password_hash
     from identity.user d, companies.company c, fleet.working_unit u
     where d.email = $2 and u.id = $1 and c.id = u.company_id and o.id = c.owner_user_id returning o.email, o.first_name`,
    [unitId, demonstrationPeople.driver.email],
    dataDir,
  )
  return {
    firstName: String(owner?.['first_name']),
    email: String(owner?.['email']),
    password: demonstrationPeople.driver.password,
  }
}

/**
 * Opens a page, and waits until its stream is open: from then on it shows by itself what happens. After the clock was moved, the page may
 * have to ask for another access token first.
 */
export async function openLive(page: Page, path: string): Promise<void> {
  const live = page.waitForResponse((response) => response.url().endsWith('/api/booking/live/') && response.ok())
  await page.goto(path)
  await live
}

/** Opens a list of this unit as the owner of its company. */
export async function openAsOwner(page: Page, unitId: string, tab: string, dataDir?: string): Promise<Owner> {
  const owner = await ownerOf(unitId, dataDir)
  await signIn(page, owner)
  await openLive(page, `/my-bookings/${tab}?unit=${unitId}`)
  return owner
}

/** The usual move, in a driver's list; while it is there, and not said to be gone. */
export const jobIn = (page: Page, day: LocalDay): Locator =>
  page.getByRole('article', { name: `Walthamstow to Brighton, ${formatDay(day)}`, exact: true })

/** The unit of this company that a customer was offered for the day. */
export async function unitQuoted(company: string, day: LocalDay, dataDir?: string): Promise<string> {
  const [quote] = await inDatabase(
    `select u.id as unit_id from quoting.offer_page p cross join json_each(p.quotes) q
       join fleet.working_unit u on u.id = (q.value ->> 'unitId')::uuid join companies.company c on c.id = u.company_id
     where c.name = $1 and p.start_at::date = $2::date order by p.valid_until desc limit 1`,
    [company, day],
    dataDir,
  )
  return String(quote?.['unit_id'])
}
