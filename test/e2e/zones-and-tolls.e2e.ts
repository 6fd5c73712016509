import { expect, test, type Page } from '#test/support/browser/test.ts'
import { aMove, point, putMove } from '#test/support/browser/moves.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'

const sizes = [
  { name: 'a phone', viewport: { width: 360, height: 740 } },
  { name: 'a desktop', viewport: { width: 1280, height: 800 } },
]

async function openPrices(page: Page, from: string, to: string) {
  await putMove(page, aMove({ routePoints: [point(from), point(to)] }))
  await page.goto('/pick-a-driver')
  await expect(page.getByText(/All-in prices, held until/)).toBeVisible()
}

for (const { name, viewport } of sizes) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport })

    test('the tolls that this move might meet are named, and no others, as far as the confirm page', async ({
      page,
    }) => {
      await openPrices(page, 'E17 4QH', 'BN1 4QL')
      const main = page.getByRole('main')
      await expect(
        main.getByText(/Depending on the road, the driver may meet a toll: .*Dartford Crossing \(£4.20\)/),
      ).toBeVisible()
      await expect(main.getByText('This route enters the ULEZ.')).toBeVisible()
      await expect(main.getByText('M6 Toll')).toHaveCount(0)
      await expectUsable(page, 'the prices')
      await main
        .getByRole('button', { name: /^(Choose|Pick|Book)/ })
        .first()
        .click()
      await expect(page).toHaveURL(/confirm-booking/)
      const price = page.getByRole('complementary', { name: 'Price' })
      await expect(price.getByText('A toll that depends on the road isn’t in it.')).toBeVisible()
      await expect(price.getByText(/Dartford Crossing \(£4.20\)/)).toBeVisible()
      await expectUsable(page, 'the confirm page')
    })

    test('a short move names none; one in a clean air zone says so, and that it is a guess', async ({ page }) => {
      await openPrices(page, 'E17 4QH', 'N15 4QL')
      await expect(page.getByText('may meet a toll')).toHaveCount(0)
      await openPrices(page, 'B5 7AA', 'B13 8AA')
      await expect(
        page.getByText('This route probably enters the Birmingham Clean Air Zone: it passes close to the boundary.'),
      ).toBeVisible()
      await expectUsable(page, 'the prices in a zone')
    })
  })
}
