import { expect, test, type Page } from '#test/support/browser/test.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import { inDatabase } from '#test/support/browser/database.ts'
import { saveVan, signInNewDriver } from '#test/support/browser/drivers.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { jpeg } from '#test/support/pictures.ts'
import { now } from '#test/support/start-of-clock.ts'

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

/** A company whose first van, a Large Van, is set up: what its owner does on the screen is in driver-setup.e2e.ts. */
async function setUpFirstVan(email: string): Promise<{ unitId: string; companyId: string }> {
  const [first] = await inDatabase(
    `select u.id as "unitId", c.id as "companyId" from fleet.working_unit u join companies.company c on c.id = u.company_id
     join identity."user" o on o.id = c.owner_user_id where o.email_key = $1`,
    [email],
  )
  const { unitId, companyId } = first as { unitId: string; companyId: string }
  await inDatabase(
    `with uploads as (
      insert into files.upload (id, address_digest, created_at, attached_at) select $1 || n, '', pgboss.job_now(), pgboss.job_now() from generate_series(1, 2) n
    ), owner as (
      update identity."user" set phone_verified_at = pgboss.job_now() where email_key = $3 returning id
    ), company as (
      update companies.company set about = 'Two vans.', logo_url = '/logo', insurance_number = 'HR-1' where id = $1::uuid
    ), photo as (
      insert into companies.photo (company_id, upload_id, position, created_at) values ($1::uuid, $1 || 1, 0, pgboss.job_now())
    ), bank as (
      insert into companies.bank_account (company_id, holder, sealed, sort_code_tail, account_tail, requested_by, requested_at, confirmed_at, usable_from)
      select $1::uuid, 'Ailsa', '', '42', '9911', id, pgboss.job_now(), pgboss.job_now(), pgboss.job_now() from owner
    ), tariff as (
      insert into pricing.tariff (company_id, mileage_saved, terms) values ($1::uuid, true, 'Cash on the day.')
    ), rates as (
      insert into pricing.hourly_rate (company_id, van_category, help_level, pence_per_hour)
      values ($1::uuid, 'large_van', 'no_help', 4000), ($1::uuid, 'large_van', 'driver_helps', 4500)
    ), van as (
      insert into fleet.van (unit_id, registration, make, model, category, has_tail_lift, fuel, euro_class, year, approved_at)
      values ($2::uuid, 'SK21 ONE', 'Ford', 'Transit', 'large_van', false, 'diesel', 6, 2021, pgboss.job_now())
    ), area as (
      insert into fleet.operating_district (unit_id, district) values ($2::uuid, 'PH33'), ($2::uuid, 'IV')
    ), hours as (
      insert into calendar.business_day (unit_id, day_of_week, start_minute, end_minute) select $2::uuid, d, 480, 1080 from generate_series(1, 5) d
    ), papers as (
      insert into fleet.document (company_id, unit_id, kind, status, expires_on, submitted_at)
      select $1::uuid, null, kind, 'approved', pgboss.job_now()::date + 300, pgboss.job_now() from unnest(array['goods_in_transit', 'public_liability']) kind
      union all select $1::uuid, $2::uuid, kind, 'approved', pgboss.job_now()::date + 300, pgboss.job_now() from unnest(array['v5c', 'mot', 'hire_and_reward']) kind
    ), person as (
      insert into fleet.person (company_id, first_name, last_name, photo_upload_id, checked_first_name, checked_last_name, checked_photo_upload_id, created_at)
      values ($1::uuid, 'Ailsa', 'Sinclair', $1 || 2, 'Ailsa', 'Sinclair', $1 || 2, pgboss.job_now()) returning id
    ), checked as (
      insert into fleet.person_check (person_id, method, status, submitted_at) select id, 'british_or_irish_passport', 'approved', pgboss.job_now() from person
    )
    insert into fleet.unit_person (unit_id, person_id) select $2::uuid, id from person`,
    [companyId, unitId, email],
  )
  return { unitId, companyId }
}

/** All that is the first van's own. */
const ofFirst = (unitId: string) =>
  inDatabase(
    `select to_jsonb(u) - 'people_until' - 'papers_until' - 'version' - 'status' - 'status_reason' as unit, to_jsonb(v) as van,
      (select jsonb_agg(to_jsonb(d) order by d.district) from fleet.operating_district d where d.unit_id = u.id) as area,
      (select jsonb_agg(to_jsonb(b) order by b.day_of_week) from calendar.business_day b where b.unit_id = u.id) as hours,
      (select jsonb_agg(to_jsonb(d) order by d.kind) from fleet.document d where d.unit_id = u.id) as papers,
      (select jsonb_agg(to_jsonb(p)) from fleet.unit_person p where p.unit_id = u.id) as people
     from fleet.working_unit u join fleet.van v on v.unit_id = u.id where u.id = $1`,
    [unitId],
  )

const said = (page: Page, words: string) => expect(page.getByText(words).first()).toBeVisible()

test('a second van is set up from nothing without touching the first', async ({ page }) => {
  const { email } = await signInNewDriver(page)
  const first = await setUpFirstVan(email)
  const before = await ofFirst(first.unitId)
  const photo = { name: 'document.jpg', mimeType: 'image/jpeg', buffer: await jpeg() }

  await page.goto('/working-unit')
  await page.getByRole('button', { name: 'Add a unit' }).click()
  await page.getByRole('dialog').getByLabel('Driver’s name').fill('Mick')
  await page.getByRole('dialog').getByRole('button', { name: 'Add the unit' }).click()

  // From here on only links are followed: every one of them has to keep the second van.
  const van = page.getByLabel('Working unit', { exact: true })
  await expect(van.locator('option:checked')).toHaveText('Mick')
  const unit = new URL(page.url()).searchParams.get('unit')
  expect(unit).not.toBe(first.unitId)
  await saveVan(page, { registration: 'SK25 TWO', category: 'Luton Van', year: '2025' })
  for (const label of ['V5C log book', 'Hire and reward insurance']) {
    const card = page.getByRole('listitem', { name: label })
    await card.getByLabel(`${label}: choose a file`).setInputFiles(photo)
    const day = card.getByLabel('Expires on')
    if (await day.isVisible()) await day.fill(addDays(localDayOf(now()), 300))
    await card.getByRole('button', { name: `Send ${label}` }).click()
    await expect(card.getByText('Waiting')).toBeVisible()
  }
  await page
    .locator('#documents')
    .getByRole('link', { name: /^Next: Choose who works on/ })
    .click()
  await said(page, 'For the whole company')
  const whoWorks = page.getByRole('region', { name: 'Choose who works on SK25 TWO' })
  await whoWorks.getByRole('button', { name: 'Ailsa Sinclair' }).click()
  await expect(whoWorks).toHaveCount(0)

  await page.getByRole('link', { name: 'Driver Profile' }).click()
  await page.getByRole('link', { name: 'Unit settings' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Copy from another van' }).click()
  await said(page, 'Copy to Mick (SK25 TWO)')
  await said(page, 'PH33')
  await expectUsable(page, 'what a copy would change')
  await page.getByRole('button', { name: 'Copy to Mick (SK25 TWO)' }).click()
  await said(page, 'Copied to Mick (SK25 TWO)')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: /Monday/ })).toContainText('Off')
  await page.getByRole('button', { name: 'Copy to Mick (SK25 TWO)' }).click()
  await said(page, 'Copied to Mick (SK25 TWO)')

  await page.getByRole('link', { name: 'hourly rates' }).click()
  await page.getByRole('button', { name: 'Start with the Large Van’s rates' }).click()
  await page.getByRole('button', { name: 'Save rates' }).click()
  await said(page, 'Rates saved')
  await said(page, 'Mick (SK25 TWO): No help, 1 man.')

  const reach = page.getByRole('region', { name: 'What your saved rates cover' })
  await reach.getByRole('listitem').filter({ hasText: 'Mick' }).getByRole('link', { name: 'See what it can' }).click()
  await said(page, 'What Mick (SK25 TWO) can be booked for')
  await said(page, 'No help £40 an hour 1 man £45 an hour')
  await said(page, '2 men: no rate for this van.')
  // The office has still to look at it: otherwise it would be shown, as the card that customers choose from.
  await said(page, 'You wouldn’t be shown now. Otherwise you would for £')
  const preview = page.getByRole('region', { name: 'The card a customer sees' }).getByRole('article')
  await expect(preview.getByText('£45 an hour')).toBeVisible()
  await expect(preview.getByText('SK25 TWO')).toBeVisible()
  await page.getByLabel('Start', { exact: true }).selectOption('06:00')
  await said(page, 'The job ran outside your hours.')
  await expect(preview).toHaveCount(0)
  await expectUsable(page, 'what a van can be booked for')

  await page.getByRole('link', { name: 'Working unit' }).click()
  await page.getByRole('link', { name: 'Driver Profile' }).click()
  await expect(van.locator('option:checked')).toHaveText('SK25 TWO, Mick')
  for (const step of ['Driving profile', 'Operations and pricing', 'Marketing', 'Banking account', 'Main phone'])
    await expect(page.getByRole('link', { name: new RegExp(`^${step} Done`) })).toHaveAttribute(
      'href',
      new RegExp(`unit=${unit}`),
    )
  await said(page, 'Pending verification')
  expect(await ofFirst(first.unitId)).toEqual(before)

  await page.goto('/driver-profile')
  await expect(page.getByRole('listitem', { name: 'Ailsa' }).getByText('SK21 ONE', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem', { name: 'Mick' }).getByText('Pending verification')).toBeVisible()
})
