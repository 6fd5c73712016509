import { expect, test, type Page } from '#test/support/browser/test.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, mailsTo, newPassword, signIn, signInNewCustomer } from '#test/support/browser/people.ts'
import { heading } from '#test/support/browser/steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Each window is a browser of its own. */
async function twoWindows(page: Page) {
  const office = await (await page.context().browser()!.newContext()).newPage()
  await signIn(office, demonstrationPeople.admin)
  return office
}

async function openPerson(office: Page, email: string): Promise<void> {
  await office.goto('/admin/people')
  await office.getByRole('searchbox', { name: 'Find' }).fill(email)
  await button(office, 'Show').click()
  await office.getByRole('table', { name: 'People' }).getByRole('link').click()
}

test('somebody is blocked while they are logged in elsewhere, sees the dialog when they try again, and is let in once the block ends', async ({
  page,
}) => {
  const { email } = await signInNewCustomer(page, 'Zoltan')
  await page.goto('/customer-settings')
  await expect(heading(page, 'Account Settings')).toBeVisible()
  const office = await twoWindows(page)
  await openPerson(office, email)
  await expect(heading(office, 'Zoltan')).toBeVisible()
  await expect(office.getByRole('region', { name: 'Logged in' })).toContainText('Chrome')
  for (const width of [1280, 360]) {
    await office.setViewportSize({ width, height: 800 })
    await expectUsable(office, `a person at ${width} px`)
  }
  await office.getByText('Block Zoltan').first().click()
  await expect(office.getByText('They are logged out everywhere at once')).toBeVisible()
  await button(office, 'Block Zoltan').click()
  await expect(office.getByRole('textbox', { name: 'Why' })).toHaveAccessibleDescription(
    /Give the reason in a sentence/,
  )
  await office.getByRole('textbox', { name: 'Why' }).fill('Three companies waited in vain.')
  await button(office, 'Block Zoltan').click()
  await expect(office.getByRole('alert')).toContainText('Blocked. They are logged out everywhere')
  await expect(office.getByText('Not logged in anywhere.')).toBeVisible()
  await expectUsable(office, 'a person who is blocked')

  // The next thing that they do in the other window.
  await page.getByRole('link', { name: 'My Bookings' }).first().click()
  await expect(page.getByText('Zoltan')).toHaveCount(0)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  const login = page.getByRole('dialog', { name: 'Login' })
  await login.getByLabel('Email').fill(email)
  await login.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Sorry' })).toContainText(
    'You’ve blocked your Vanfare account. If you want to restore your account, please contact the Customer Service',
  )
  expect((await mailsTo(page, email)).map(({ subject }) => subject)).toContain('Your account is blocked')

  await office.getByRole('textbox', { name: 'Why the block ends' }).fill('They explained it on the phone.')
  await button(office, 'Unblock').click()
  await expect(office.getByRole('alert')).toContainText('The block has ended')
  await signIn(page, { email, password: newPassword })
  await page.goto('/customer-settings')
  await expect(heading(page, 'Account Settings')).toBeVisible()

  // Everything that was done, by whom and why; the looks, too.
  await office.getByRole('link', { name: 'What happened' }).click()
  const log = office.getByRole('region', { name: 'What happened' })
  await expect(log).toContainText('blocked the account: Three companies waited in vain.')
  await expect(log).toContainText('ended the block of the account: They explained it on the phone.')
  await expect(log).toContainText('looked at the person’s page')
  await office.getByRole('link', { name: 'Messages sent' }).click()
  await expect(office.getByRole('region', { name: 'Messages sent' })).toContainText('Your account is blocked')
  await expectUsable(office, 'messages sent to a person')
  await office.context().close()
})

test('people are found by three letters at least; nobody blocks themselves', async ({ page }) => {
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/admin/people?find=ad')
  await expect(page.getByRole('searchbox', { name: 'Find' })).toHaveAccessibleDescription(
    'Type at least three characters.',
  )
  await expectUsable(page, 'people, nothing looked for')
  await page.goto('/admin/people?find=nobody-is-called-that')
  await expect(page.getByRole('heading', { name: 'No one matches' })).toBeVisible()
  await openPerson(page, demonstrationPeople.admin.email)
  await expect(page.getByText('This is your own account.')).toBeVisible()
  await expect(page.getByText(/^Block /)).toHaveCount(0)
})

test('the office finds a company, reads it, enters its VAT, stops one of its units and lifts the stop', async ({
  page,
}) => {
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/admin/companies')
  await expect(page.getByText(/[\d,]+ taking jobs/)).toBeVisible()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `companies at ${width} px`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('combobox', { name: 'Show' }).selectOption('No jobs in 28 days')
  await button(page, 'Show').click()
  // The list is there, not only its address.
  await expect(page.getByText(/^[\d,]+ found$/)).toBeVisible()
  const quiet = page.getByRole('table', { name: 'Companies' }).getByRole('link').first()
  const name = (await quiet.textContent()) ?? ''
  await quiet.click()
  await expect(heading(page, name)).toBeVisible()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expectUsable(page, `a company at ${width} px`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  const vat = page.getByRole('region', { name: 'VAT' })
  await vat.getByText('Change the registration').click()
  await vat.getByLabel('VAT number').fill('GB123456782')
  await vat.getByLabel('Registered from').fill('')
  await button(page, 'Save the registration').click()
  await expect(vat.getByLabel('Registered from')).toHaveAccessibleDescription(
    /Enter the day from which it is registered/,
  )
  await vat.getByLabel('Registered from').fill('2024-04-01')
  await button(page, 'Save the registration').click()
  await expect(page.getByRole('alert')).toContainText('Saved.')
  await expect(vat).toContainText('GB123456782, from 01/04/2024')

  const stops = page.getByRole('region', { name: /Stop the company|units stopped|Stopped by the office/ })
  await stops.getByText(/^Block or deactivate/).click()
  await stops.getByRole('textbox', { name: 'Why' }).fill('The insurer says that the certificate was cancelled.')
  await stops.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByRole('alert')).toContainText('The owner will be told in a minute')
  await expect(page.getByText('Stopped by the office').first()).toBeVisible()
  await expectUsable(page, 'a company that is stopped')
  await stops.getByRole('textbox', { name: 'Why it ends' }).fill('They have sent the one in force.')
  await stops.getByRole('button', { name: /^Lift the stop/ }).click()
  await expect(page.getByRole('region', { name: 'Stop the company' })).toBeVisible()
  await page.getByRole('link', { name: 'What happened' }).click()
  const log = page.getByRole('region', { name: 'What happened' })
  await expect(log).toContainText('deactivated the company: The insurer says')
  await expect(log).toContainText('lifted the stop of the company: They have sent the one in force.')
  await expect(log).toContainText('changed the VAT registration')
})
