import { MAX_PHOTO_SIDE } from '#modules/files/rules.ts'
import { expect, test } from '#test/support/browser/test.ts'
import { aMove, putMove, saturdayOf, storedMove } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { signInNewCustomer } from '#test/support/browser/people.ts'
import { book, chooseFirst, goOn, heading, seePrices } from '#test/support/browser/steps.ts'
import { jpeg, picture } from '#test/support/pictures.ts'

const photo = async (name: string) => ({ name, mimeType: 'image/jpeg', buffer: await jpeg() })

test('photos are sent as they are chosen, wrong files are named, and the booking has them', async ({ page }) => {
  await signInNewCustomer(page)
  await putMove(page, aMove({ date: saturdayOf('photos') }))
  await page.goto('/clarify')
  const input = page.getByLabel('Photos', { exact: true })
  await input.setInputFiles([await photo('landing.jpg')])
  await expect(page.getByText('Photo sent.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'landing.jpg' }).locator('img')).toBeVisible()

  // One file is no picture by its name, the other by its content alone: the first never leaves the page.
  await input.setInputFiles([{ name: 'inventory.txt', mimeType: 'text/plain', buffer: Buffer.from('One sofa') }])
  await expect(page.getByRole('alert')).toContainText('We can’t read inventory.txt. Use JPEG, PNG, WebP')
  await expect(page.getByText('Photo sent.')).toBeVisible()
  await input.setInputFiles([{ name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg onload="hit()">') }])
  await expect(page.getByRole('alert')).toContainText(/no photo|can’t read|not a picture|JPEG/i)
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove fake.jpg' }).click()
  await expect(page.getByText('Photo sent.')).toBeVisible()

  await input.setInputFiles([await photo('hall.jpg'), await photo('stairs.jpg')])
  await expect(page.getByText('3 photos sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove hall.jpg' }).click()
  await expect(page.getByText('2 photos sent.')).toBeVisible()
  const uploaded = (await storedMove(page))?.photosUploadId
  expect(uploaded).toBeTruthy()

  await goOn(page, 'Continue')
  await seePrices(page)
  await chooseFirst(page)
  await expect(page.getByText('Your photos are included.')).toBeVisible()
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().includes('/confirm-booking')),
    book(page),
  ])
  expect(request.postData()).toContain(uploaded ?? 'nothing')
  await expect(heading(page, /^Requested for/)).toBeVisible()
})

test('a panorama of few bytes and more pixels than the server takes is made smaller and sent', async ({ page }) => {
  await putMove(page)
  await page.goto('/clarify')
  const content = await picture(MAX_PHOTO_SIDE + 1000, 200)
    .jpeg()
    .toBuffer()
  expect(content.length).toBeLessThan(1_500_000)
  const input = page.getByLabel('Photos', { exact: true })
  await input.setInputFiles([{ name: 'street.jpg', mimeType: 'image/jpeg', buffer: content }])
  await expect(page.getByText('Photo sent.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'street.jpg' }).locator('img')).toBeVisible()
})

test('a reload keeps what was sent, and it can still be taken away', async ({ page }) => {
  await putMove(page)
  await page.goto('/clarify')
  await page.getByLabel('Photos', { exact: true }).setInputFiles([await photo('landing.jpg')])
  await expect(page.getByText('Photo sent.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('The photos you added are saved with this move.')).toBeVisible()
  const kept = page.getByRole('listitem').filter({ hasText: 'landing.jpg' })
  await expect(kept).toBeVisible()
  await expect(kept.locator('img')).toHaveCount(0)
  await expectUsable(page, 'photos that were sent before')
  await page.getByRole('button', { name: 'Remove them' }).click()
  await expect.poll(async () => (await storedMove(page))?.photosUploadId).toBeNull()
  await expect(kept).toHaveCount(0)
})

test('an eleventh photo is left out and said so', async ({ page }) => {
  await putMove(page)
  await page.goto('/clarify')
  const files = await Promise.all(Array.from({ length: 11 }, (_, index) => photo(`room-${index + 1}.jpg`)))
  await page.getByLabel('Photos', { exact: true }).setInputFiles(files)
  await expect(page.getByText('10 photos sent.')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Ten photos at most. 1 was left out.')
  await expect(page.getByRole('button', { name: 'Add more' })).toHaveCount(0)
})

test('a photo added while a large one is still being made smaller comes beside it', async ({ page }) => {
  await page.addInitScript(() => {
    const read = window.createImageBitmap.bind(window)
    const given = new Promise((resolve) => window.addEventListener('read-on', resolve))
    Object.assign(window, {
      createImageBitmap: async (file: Blob) => (file.size > 1_000_000 ? given.then(() => read(file)) : read(file)),
    })
  })
  await putMove(page)
  await page.goto('/clarify')
  const input = page.getByLabel('Photos', { exact: true })
  const small = await photo('large.jpg')
  const large = Buffer.concat([small.buffer, Buffer.alloc(1_600_000)])
  await input.setInputFiles([{ ...small, buffer: large }])
  await input.setInputFiles([await photo('small.jpg')])
  await expect(page.getByText('Photo sent.')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('read-on')))
  await expect(page.getByText('2 photos sent.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2)
})
