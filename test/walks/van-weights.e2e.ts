import { expect, test, type Browser, type Page } from '#test/support/browser/test.ts'
import { addVan, approveDocument, sendDocuments, signInNewDriver } from '#test/support/browser/drivers.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'

const phone = { width: 360, height: 740 }
const desk = { width: 1280, height: 900 }

test.use({ viewport: phone })

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save van' }).click()
  await expect(page.getByText('Van saved').first()).toBeVisible()
}

/** The office approves all that waits of a unit. */
async function approveAll(browser: Browser, registration: string, look: (office: Page) => Promise<void>) {
  const office = await (await browser.newContext({ viewport: desk })).newPage()
  await signIn(office, demonstrationPeople.admin)
  await office.goto('/admin/verifications')
  await office.getByRole('navigation', { name: 'Waiting units' }).getByText(registration).click()
  await expect(office.getByRole('region', { name: 'The unit' })).toContainText(registration)
  await look(office)
  for (const document of await office.getByRole('article').all()) await approveDocument(document)
  await expectUsable(office, 'weights beside the V5C')
  await office.getByRole('button', { name: 'Send decision' }).click()
  await expect(office.getByText('Decision sent')).toBeVisible()
  await office.context().close()
}

test('a van is weighed by its V5C, checked by the office, and checked again when it changes', async ({
  page,
  browser,
}) => {
  const driver = await signInNewDriver(page)
  await addVan(page, driver)
  const weights = page.getByRole('group', { name: 'Weights (optional, in kg)' })
  await expect(weights.getByText('Jobs are matched to 1,000 kg of load, what every van')).toBeVisible()

  // More empty than full is no van, and nothing of what was typed is lost.
  await weights.getByLabel('Gross weight').fill('3,500')
  await weights.getByLabel('Kerb weight').fill('3,550')
  await page.getByRole('button', { name: 'Save van' }).click()
  await expect(weights.getByText('A van weighs less empty than fully loaded')).toBeVisible()
  await expect(weights.getByLabel('Gross weight')).toHaveValue('3,500')
  await weights.getByLabel('Kerb weight').fill('2350')
  await expect(weights.getByLabel('Payload')).toHaveValue('1,150')
  await save(page)
  await expect(page.getByText('We’ll check these details together with the V5C.')).toBeVisible()
  for (const [name, viewport] of Object.entries({ phone, desk })) {
    await page.setViewportSize(viewport)
    await expectUsable(page, `weights that wait, ${name}`)
  }
  await page.setViewportSize(phone)
  await sendDocuments(page)

  await approveAll(browser, driver.registration, async (office) => {
    const card = office.getByRole('article', { name: 'Details of the van' })
    await expect(card).toContainText('3,500 kg')
    await expect(card).toContainText('Compare with the new V5C on this page, which is waiting to be checked.')
  })
  await page.reload()
  await expect(weights.getByText('Jobs are matched to 1,150 kg of load.')).toBeVisible()
  await expect(weights.getByText('Approved')).toBeVisible()

  // Heavier than a car licence allows: what that asks is said before it is saved.
  await weights.getByLabel('Gross weight').fill('4600')
  await expect(weights.getByText(/operator’s licence and tachograph documents.*category C1/)).toBeVisible()
  await expectUsable(page, 'a heavy van, not saved')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(weights.getByText(/tachograph/)).toHaveCount(0)

  // Less load than its bookings were promised: what that means is said before it is saved, too.
  await weights.getByLabel('Kerb weight').fill('2450')
  await expect(page.getByText('Payload from 1,150 kg to 1,050 kg: your van takes no jobs until')).toBeVisible()
  await expectUsable(page, 'a change that pauses the van, not saved')
  await save(page)
  await expect(page.getByText('Your van takes no jobs until we have checked this.')).toBeVisible()
  await expect(
    weights.getByText('Jobs are matched to 1,150 kg of load until the new weights are checked.'),
  ).toBeVisible()
  await approveAll(browser, driver.registration, async (office) => {
    const card = office.getByRole('article', { name: 'Details of the van' })
    await expect(card).toContainText('2,450 kg, before 2,350 kg')
    await expect(card.getByRole('img', { name: 'Approved V5C log book' })).toBeVisible()
  })
  await page.reload()
  await expect(weights.getByText('Jobs are matched to 1,050 kg of load.')).toBeVisible()

  // A newer year harms nobody: the van goes on as approved meanwhile.
  await page.getByLabel('Year of registration').fill('2025')
  await expect(page.getByText('Your van keeps working as approved (Large Van) until')).toBeVisible()
  await save(page)
  await expect(page.getByText(/Your van keeps working as .* as approved, until we have checked this\./)).toBeVisible()
  for (const [name, viewport] of Object.entries({ phone, desk })) {
    await page.setViewportSize(viewport)
    await expectUsable(page, `a change that waits, ${name}`)
  }
})

test('a plate, a year and a Euro class that contradict each other are refused with their fields', async ({ page }) => {
  const driver = await signInNewDriver(page)
  await addVan(page, driver)
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Save van' }).click()
  }
  await fill({ Registration: 'LI72 VNF' })
  await expect(page.getByText('Enter the registration as on the plate')).toBeVisible()
  await fill({ Registration: 'LK72 VNF' })
  await expect(page.getByText('a plate can’t make a van look newer than it is')).toBeVisible()
  await fill({ Registration: driver.registration, 'Year of registration': '2012' })
  await expect(page.getByText('No van of 2012 is Euro 6')).toBeVisible()
})
