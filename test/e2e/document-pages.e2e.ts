import { expect, test, type Locator } from '#test/support/browser/test.ts'
import { addDays, localDayOf } from '#shared/local-time.ts'
import { addVan, signInNewDriver } from '#test/support/browser/drivers.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { picture } from '#test/support/pictures.ts'
import { now } from '#test/support/start-of-clock.ts'

// As on a phone in the cab.
test.use({ viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true })

const shot = async (name: string, width: number, height: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await picture(width, height).jpeg().toBuffer(),
})

/** Width and height of a page as it is shown before it is sent. */
const sizeOf = (image: Locator) =>
  image.evaluate(async (element: HTMLImageElement) => {
    await element.decode()
    return [element.naturalWidth, element.naturalHeight]
  })

test('a document is photographed page by page, looked at, and stays until it has arrived', async ({ page }) => {
  const driver = await signInNewDriver(page)
  await addVan(page, driver)

  // A licence has two sides: one alone is not sent, and it stays.
  await page.getByRole('button', { name: 'Add it Driving licence' }).click()
  const licence = page.getByRole('listitem', { name: 'Driving licence' })
  await licence.getByLabel('Driving licence: photograph the front').setInputFiles(await shot('front.jpg', 60, 40))
  const front = licence.getByRole('img', { name: 'Front, as it will be sent' })
  expect(await sizeOf(front)).toEqual([60, 40])
  await licence.getByRole('button', { name: 'Send Driving licence' }).click()
  await expect(licence.getByText('Add the back, too: we need both sides.')).toBeVisible()
  await licence.getByRole('button', { name: 'Rotate: Front' }).click()
  await expect.poll(() => sizeOf(front)).toEqual([40, 60])
  await licence.getByLabel('Driving licence: photograph the back').setInputFiles(await shot('back.jpg', 60, 40))
  await licence.getByLabel('Retake: Back').setInputFiles(await shot('back-again.jpg', 80, 50))
  await expect.poll(() => sizeOf(licence.getByRole('img', { name: 'Back, as it will be sent' }))).toEqual([80, 50])
  await expectUsable(page, 'two sides, before they are sent')
  await licence.getByRole('button', { name: 'Send Driving licence' }).click()
  await expect(licence.getByText('Waiting')).toBeVisible()
  await licence.getByRole('button', { name: 'View Driving licence' }).click()
  for (const [number, wide] of [
    [1, false],
    [2, true],
  ] as const) {
    const seen = page.getByRole('dialog').getByRole('img', { name: `Driving licence, page ${number} of 2` })
    await expect(seen).toBeVisible()
    const [width = 0, height = 0] = await sizeOf(seen)
    expect(width > height, `page ${number}`).toBe(wide)
  }
  await page.getByRole('button', { name: 'Close' }).click()

  // A missing date costs nothing, nor does one that the server refuses.
  const mot = page.getByRole('listitem', { name: 'MOT certificate' })
  await mot.getByLabel('MOT certificate: take a photo').setInputFiles(await shot('mot.jpg', 40, 60))
  await mot.getByRole('button', { name: 'Send MOT certificate' }).click()
  await expect(mot.getByText('Enter the expiry date.')).toBeVisible()
  await mot.getByLabel('Expires on').fill(localDayOf(now()))
  await mot.getByRole('button', { name: 'Send MOT certificate' }).click()
  await expect(mot.getByText('Enter a day after today, as shown on the document.')).toBeVisible()
  await expect(mot.getByRole('img', { name: 'Page 1, as it will be sent' })).toBeVisible()
  await expectUsable(page, 'a date that is refused')
  await mot.getByLabel('Expires on').fill(addDays(localDayOf(now()), 200))
  await mot.getByRole('button', { name: 'Send MOT certificate' }).click()
  await expect(mot.getByText('Waiting')).toBeVisible()
})
