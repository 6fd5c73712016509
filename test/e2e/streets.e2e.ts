// The street of every point: a price needs none, and nobody books without one.
import { expect, test } from '#test/support/browser/test.ts'
import { aMove, point, putMove, saturdayOf, storedMove } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { signInNewCustomer } from '#test/support/browser/people.ts'
import { book, chooseFirst, heading } from '#test/support/browser/steps.ts'
import { emptyAddress } from '#web/quote-flow/draft/order.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('streets that are missing are asked for on the confirm page, kept, and booked', async ({ page }) => {
  await signInNewCustomer(page)
  const blank = { address: emptyAddress }
  const routePoints = [
    point('E17 4QH', { ...blank, flatAndHouse: 'Flat 9' }),
    point('N15 4QL'),
    point('BN1 4QL', blank),
  ]
  await putMove(page, aMove({ date: saturdayOf('streets asked for'), routePoints }))
  await page.goto('/pick-a-driver')
  await chooseFirst(page)
  const move = page.getByRole('region', { name: 'Your move' })
  const [pickUp, dropOff] = [move.getByLabel('Street of the pick-up'), move.getByLabel('Street of the drop-off')]
  await expect(pickUp).toBeVisible()
  await expect(move.getByLabel('House or flat number of the pick-up')).toHaveValue('Flat 9')
  await expect(move.getByLabel(/stop 1/)).toHaveCount(0)
  await expect(move.getByText('Add the street of the drop-off.')).toHaveCount(0)

  await book(page)
  await expect(pickUp).toBeFocused()
  await expect(pickUp).toHaveAccessibleDescription('Add the street of the pick-up.')
  await expectUsable(page, 'confirm-booking without streets')
  await pickUp.fill('Hoe Street')
  await book(page)
  await expect(dropOff).toBeFocused()
  await dropOff.pressSequentially('Ditchling Rise')
  // A street without a number can still get one after a reload; with a flat it needs none.
  await page.reload()
  await expect(pickUp).toHaveCount(0)
  await expect(dropOff).toHaveValue('Ditchling Rise')
  await dropOff.fill('7 Ditchling Rise')
  await page.reload()
  await expect(dropOff).toHaveCount(0)
  expect((await storedMove(page))?.routePoints.map(({ address }) => address.formattedAddress)).toEqual([
    'Hoe Street',
    '12 Grove Road',
    '7 Ditchling Rise',
  ])
  await book(page)
  await expect(heading(page, /^Requested for Sat/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your move' })).toContainText('7 Ditchling Rise')
})
