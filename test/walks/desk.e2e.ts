import { expect, test } from '#test/support/browser/test.ts'
import { approveDocument } from '#test/support/browser/drivers.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { demonstrationPeople, signIn } from '#test/support/browser/people.ts'

test('the office checks papers by keyboard, hears what follows, and takes back a decision and a block', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page, demonstrationPeople.admin)
  await page.goto('/admin/verifications')
  const unit = page.getByRole('region', { name: 'The unit' })
  const queue = page.getByRole('navigation', { name: 'Waiting units' })
  await expect(unit).toContainText('Owner')
  const company = await queue.getByRole('link').first().locator('b').innerText()

  // The list of keys, and a paper of its own keys.
  // Keys are heard once the page's script has come.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Escape')
  const document = page.locator('article[data-judged]').first()
  const label = (await document.getByRole('heading').innerText()).trim()
  await document.getByRole('region', { name: `Pages of ${label}` }).focus()
  await page.keyboard.press('+')
  await page.keyboard.press('r')
  await expect(document.locator('[data-zoom="150"][data-turn="1"]')).toBeVisible()

  // One that was approved opens again.
  const approved = page.getByRole('list', { name: 'Other documents' }).getByRole('button', { name: / approved, open$/ })
  await approved.first().click()
  const again = page.getByRole('dialog').getByRole('region', { name: /^Pages of / })
  await expect(again.getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(again).toBeHidden()

  // Not approved before everything beside it is ticked.
  const approve = document.getByRole('radio', { name: 'Approve' })
  await expect(approve).toBeDisabled()
  const ticks = await document.getByRole('checkbox').count()
  for (let tick = 0; tick < ticks; tick++) await page.keyboard.press('t')
  await page.keyboard.press('a')
  await expect(approve).toBeChecked()
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText(/after this|^Then /i)
  for (const other of (await page.locator('article[data-judged]').all()).slice(1)) await approveDocument(other)
  for (const size of [
    { width: 360, height: 740 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(size)
    await expectUsable(page, `the desk at ${size.width}`)
  }
  const waiting = await page.locator('article.document').count()
  for (const van of await page.getByRole('article', { name: 'Details of the van' }).all())
    await van.locator('label', { hasText: 'Approve' }).click()
  await page.keyboard.press('s')
  await page.keyboard.press('Enter')

  // The next one opens by itself; what was sent is said, and can be taken back.
  const sent = page.getByRole('list', { name: 'Sent a moment ago' })
  await expect(sent).toContainText(company)
  await expect(sent).toContainText(`${waiting} approved`)
  await expect(unit).not.toContainText(company)
  await page.keyboard.press('u')
  await page.keyboard.press('Enter')
  await expect(page.getByText('has been restored. No one was notified.')).toBeVisible()
  await expect(unit).toContainText(company)
  await expect(page.locator('article.document')).toHaveCount(waiting)

  // Stopped, the same unit is found by its owner’s address.
  await unit.getByText('More about it').click()
  const email = await unit
    .locator('div', { hasText: /^Owner’s email/ })
    .locator('dd')
    .innerText()
  await page.getByText(/^Block or deactivate /).click()
  await page.getByLabel('Why').fill('Two customers waited in vain this week.')
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Sent a moment ago' })).toContainText('blocked')

  await page.goto('/admin/stopped')
  await page.getByLabel('Unit, plate, company or owner’s email').fill(email)
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('navigation', { name: 'Stopped units' }).getByRole('link')).toHaveCount(1)
  await expect(page.getByText('Two customers waited in vain this week.').first()).toBeVisible()
  // At a desk’s width the walks look at this page.
  await page.setViewportSize({ width: 360, height: 740 })
  await expectUsable(page, 'stopped units on a phone')
  await page.getByRole('button', { name: /^Undo/ }).first().click()
  await expect(page.getByText('No unit is stopped').or(page.getByText('Pending verification'))).toBeVisible()
})
