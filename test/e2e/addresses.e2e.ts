// Addresses of a postcode, where a service is set up that knows them: a product of its own, with a stub for that service.
import { expect, test as base } from '#test/support/browser/test.ts'
import { aMove, point, putMove, storedMove } from '#test/support/browser/moves.ts'
import { phone } from '#test/support/browser/own-product.ts'
import { expectUsable } from '#test/support/browser/page-checks.ts'
import { startProduct, type Product } from '#test/support/product.ts'
import { chooseFirst } from '#test/support/browser/steps.ts'
import { sendJson, startStubServer } from '#test/support/stub-server.ts'
import { emptyAddress } from '#web/quote-flow/draft/order.ts'

const line = (more: object) => ({ postcode: 'E17 4QH', thoroughfare: 'Grove Road', ...more })
const known = sendJson({
  code: 2000,
  result: [line({ building_number: '12', sub_building_name: 'Flat 3' }), line({ building_number: '14' })],
})

const test = base.extend<{ product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const stub = await startStubServer((request, response) =>
        (request.url?.includes('E17') ? known : sendJson({}, 500))(request, response),
      )
      const product = await startProduct({ ADDRESS_LOOKUP_URL: stub.url, ADDRESS_LOOKUP_KEY: 'k3y' })
      await use(product)
      await product.stop()
      await stub.close()
    },
    { timeout: 180_000 },
  ],
})

test('an address is picked from a list by keyboard, and typed where there is none', async ({ browser, product }) => {
  const page = await (await browser.newContext({ viewport: phone, baseURL: product.url })).newPage()
  const blank = { address: emptyAddress }
  await putMove(page, aMove({ routePoints: [point('E17 4QH', blank), point('BN1 4QL', blank)] }))
  await page.goto('/route-details')
  const [pickUp, dropOff] = ['Pick-up', 'Drop-off'].map((name) => page.getByRole('region', { name }))
  if (!pickUp || !dropOff) throw new Error('Two cards')
  await pickUp.getByRole('button', { name: 'Find address of the pick-up' }).press('Enter')
  const list = pickUp.getByLabel('Addresses at E17 4QH')
  await expect(list).toBeFocused()
  await expect(pickUp.getByText('2 addresses found')).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await expect(pickUp.getByLabel('Address', { exact: true })).toHaveValue('12 Grove Road')
  await expect(pickUp.getByLabel('House or flat number')).toHaveValue('Flat 3')
  await expectUsable(page, 'a list of addresses')

  await dropOff.getByRole('button', { name: 'Find address of the drop-off' }).click()
  await expect(dropOff.getByText('We can’t look up addresses at the moment. Type yours in.')).toBeVisible()
  await dropOff.getByLabel('Address', { exact: true }).fill('7 Ditchling Rise')
  expect((await storedMove(page))?.routePoints.map(({ address }) => address.formattedAddress)).toEqual([
    '12 Grove Road',
    '7 Ditchling Rise',
  ])
})

test('the street that is missing on the confirm page is picked from the same list', async ({ browser, product }) => {
  const page = await (await browser.newContext({ viewport: phone, baseURL: product.url })).newPage()
  await putMove(page, aMove({ routePoints: [point('E17 4QH', { address: emptyAddress }), point('BN1 4QL')] }))
  await page.goto('/pick-a-driver')
  await chooseFirst(page)
  const move = page.getByRole('region', { name: 'Your move' })
  await move.getByRole('button', { name: 'Find address of the pick-up' }).press('Enter')
  await expect(move.getByLabel('Addresses at E17 4QH')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(move.getByLabel('Street of the pick-up')).toHaveValue('12 Grove Road')
  await expect(move.getByLabel('House or flat number of the pick-up')).toHaveValue('Flat 3')
  await expectUsable(page, 'a list of addresses on the confirm page')
  expect((await storedMove(page))?.routePoints[0]?.address.formattedAddress).toBe('12 Grove Road')
})
