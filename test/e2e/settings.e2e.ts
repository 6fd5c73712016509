import { expect, test } from '#test/support/browser/test.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { officeMenuOf } from '#web/kit/office/office-pages.ts'

test('an admin raises a road charge from next month with a preview, sees who did it, and withdraws it', async ({
  page,
}) => {
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/admin/settings')
  await expectUsable(page, 'road charges')
  await page.getByRole('link', { name: /^Change Bradford Clean Air Zone, Diesel/ }).click()

  await page.getByRole('textbox', { name: 'A day' }).fill('10.50')
  await page.getByLabel('Where it is published').fill('bradford.gov.uk, 4 November')
  await page.getByRole('textbox', { name: 'From' }).fill('01/01/2020')
  await page.getByRole('button', { name: 'Show what changes' }).click()
  await expect(page.getByText('01/01/2020 is over. Choose today or a later day.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'A day' })).toHaveValue('10.50')

  // As it began: the first of next month.
  await page.getByRole('link', { name: 'Leave it' }).click()
  await expect(page.getByRole('textbox', { name: 'A day' })).toHaveCount(0)
  await page.getByRole('link', { name: /^Change Bradford Clean Air Zone, Diesel/ }).click()
  const firstDay = await page.getByRole('textbox', { name: 'From' }).inputValue()
  expect(firstDay).toMatch(/^01\//)
  await page.getByRole('textbox', { name: 'A day' }).fill('10.50')
  await page.getByLabel('Where it is published').fill('bradford.gov.uk, 4 November')
  await page.getByRole('button', { name: 'Show what changes' }).click()
  await expect(page.getByText(`£9.00 becomes £10.50 on ${firstDay}`)).toBeVisible()
  await expect(page.getByText('New quotes for moves from that day on carry the new amount.')).toBeVisible()
  await expectUsable(page, 'a change with its preview')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectUsable(page, 'a change with its preview on a phone')
  await page.getByRole('button', { name: `Start £10.50 on ${firstDay}` }).click()

  await expect(page.getByRole('alert')).toContainText('The change is set')
  await expect(page.getByText(`changes ${firstDay}`)).toBeVisible()
  const made = page.getByRole('region', { name: 'Who changed what' })
  await expect(made.getByRole('listitem').first()).toContainText(
    `Bradford Clean Air Zone £9.00 £10.50 from ${firstDay}. “bradford.gov.uk, 4 November”`,
  )
  await expectUsable(page, 'a change to come on a phone')

  await page.getByRole('button', { name: /^Withdraw.*Bradford/ }).click()
  await expect(page.getByRole('alert')).toContainText('withdrawn')
  await expect(page.getByText(`changes ${firstDay}`)).toHaveCount(0)
  await expect(made.getByRole('listitem').first()).toContainText(
    `withdrew Bradford Clean Air Zone: £10.50 from ${firstDay}`,
  )
})

test('the other settings, and the log by what and by day', async ({ page }) => {
  await signIn(page, demonstrationPeople.admin)
  for (const [slug, heading] of [
    ['commission', 'Companies with their own rate'],
    ['tolls', 'Tolls'],
    ['cancelling', 'Cancelling'],
  ] as const) {
    await page.goto(`/admin/settings/${slug}`)
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    await page
      .getByRole('link', { name: /^Change/ })
      .first()
      .click()
    await expect(page.getByRole('button', { name: 'Show what changes' })).toBeVisible()
    await expectUsable(page, slug)
  }
  await page.goto('/admin/settings/nothing')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Settings')

  await page.goto('/admin/audit')
  await expectUsable(page, 'the audit log')
  await expect(page.getByRole('main')).not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}-|\d{4}-\d\d-\d\dT/)
  await page.getByLabel('Day').fill('soon')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('Enter a day as DD/MM/YYYY.')).toBeVisible()
  await page.getByLabel('Day').fill('')
  await page.getByLabel('Who').fill('nobody of that name')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible()
})

for (const width of [360, 1280]) {
  test(`an owner adds somebody to the office, changes their role and ends their access, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await signIn(page, demonstrationPeople.admin)
    await page.goto('/admin/staff')
    await expectUsable(page, 'the office’s people')
    const name = `Bea ${crypto.randomUUID().slice(0, 8)}`
    const [first = '', last = ''] = name.split(' ')
    await page.getByLabel('First name').fill(first)
    await page.getByLabel(/^Last name/).fill(last)
    await page.getByLabel('Email').fill(`${last}@example.com`)
    await page.getByLabel('Role').last().selectOption('Billing')
    await page.getByRole('button', { name: 'Look it over' }).click()
    const look = page.getByRole('region', { name: `Add ${name} as billing?` })
    await expect(look).toContainText(`We email a link to ${last}@example.com. As billing they open: Today, Bookings`)
    await expectUsable(page, 'a second look')
    await look.getByRole('button', { name: `Add ${name}` }).click()
    await expect(page.getByText('Added. They have an email with a link to choose a password.')).toBeVisible()
    const line = page.getByRole('listitem').filter({ hasText: name })
    await expect(line).toContainText('Billing')
    await line.getByRole('link', { name: `Change role of ${name}` }).click()
    const change = page.getByRole('region', { name: `Change the role of ${name}` })
    await change.getByLabel('Role').selectOption('Editor')
    await change.getByRole('button', { name: 'Show what it opens' }).click()
    await change.getByRole('button', { name: `Make ${name} editor` }).click()
    await expect(line).toContainText('Editor')
    await line.getByRole('link', { name: `End access of ${name}` }).click()
    await page.getByRole('button', { name: 'End access', exact: true }).click()
    await expect(line).toContainText('Access ended')
  })
}

/** Two of each kind of page are enough. */
const OF_EACH = 2
const kindOf = (address: string): string => address.replace(/[?#].*/, '').replaceAll(/[0-9a-f-]{36}/g, ':id')

for (const role of ['billing', 'support'] as const) {
  test(`no link on a page of ${role} leads to a page of another role`, async ({ page }) => {
    await signIn(page, demonstrationPeople[role])
    const waiting = officeMenuOf(role).map(({ to }) => to)
    const seen = new Map<string, number>()
    for (let address = waiting.shift(); address; address = waiting.shift()) {
      const kind = kindOf(address)
      const times = seen.get(kind) ?? 0
      if (times >= OF_EACH) continue
      seen.set(kind, times + 1)
      const answer = await page.request.get(address)
      expect(answer.status(), `${role} at ${address}`).toBe(200)
      const links = [...(await answer.text()).matchAll(/href="(\/(?:admin|special-booking)[^"]*)"/g)]
      waiting.push(...links.map(([, link = '']) => link.replaceAll('&amp;', '&')))
    }
    expect(seen.get('/admin/companies/:id')).toBe(OF_EACH)
  })
}

test('somebody of billing sees a company and the settings without what the role can’t change', async ({ page }) => {
  await signIn(page, demonstrationPeople.billing)
  await page.goto('/admin/companies')
  await page.locator('main a[href^="/admin/companies/"]').first().click()
  await expect(page.getByRole('heading', { name: 'Commission' })).toBeVisible()
  await expect(page.getByText('Change the registration')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Stop the company' })).toHaveCount(0)
  await expect(page.getByText(/^Block or deactivate/)).toHaveCount(0)
  await page.goto('/admin/settings/commission')
  await expect(page.getByRole('heading', { name: 'Everybody' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Change/ })).toHaveCount(0)

  // The control: an owner has all of them.
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/admin/settings/commission')
  await expect(page.getByRole('link', { name: /^Change/ }).first()).toBeVisible()
})
