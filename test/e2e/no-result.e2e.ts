import { expect, test, type Page } from '#test/support/browser/test.ts'
import { aMove, dayFromNow, nextSaturday, point, putMove, storedMove } from '#test/support/browser/moves.ts'
import { heading, offers, pence } from '#test/support/browser/steps.ts'
import { toQuoteRequest } from '#web/quote-flow/draft/draft-request.ts'
import type { Order } from '#web/quote-flow/draft/order.ts'
import { toWire } from '#shared/wire.ts'

interface Answer {
  count: number
  nearest_times: { companies: number }[]
  cheapest_days: { from_pence: number }[]
  bigger_van: { companies: number } | null
}

async function quotesFor(page: Page, move: Order, query = ''): Promise<Answer> {
  const data = toWire(toQuoteRequest(move))
  const asked = await page.request.post(`/api/booking/companies-quotes/${query}`, { data })
  expect(asked.ok()).toBe(true)
  return (await asked.json()) as Answer
}

/** Who is free depends on the day, so a move that shows the case is looked for first. */
async function firstOf(moves: Order[], isIt: (move: Order) => Promise<boolean>): Promise<Order> {
  for (const move of moves) if (await isIt(move)) return move
  throw new Error('None of these moves shows the case: add others')
}

const moveWith = (page: Page, moves: Order[], hasOffer: (answer: Answer) => boolean): Promise<Order> =>
  firstOf(moves, async (move) => {
    const answer = await quotesFor(page, move)
    return answer.count === 0 && hasOffer(answer)
  })

/** A Luton Van in the small hours: there are few, and fewer drive at night. */
const atNight = [nextSaturday(2), dayFromNow(9), dayFromNow(10), dayFromNow(12), nextSaturday(4)].flatMap((date) =>
  ['03:00', '01:30', '04:30'].map((time) => aMove({ date, time, van: 'luton_van' })),
)

/** A Small Van far from the cities, where the few drivers there are have bigger ones. */
const farOut = [
  ['IV2 3AA', 'IV27 4AA'],
  ['CA20 1AA', 'CA1 1AA'],
  ['SA62 3AA', 'SA1 1AA'],
  ['TR19 7AA', 'TR1 2AA'],
  ['LL53 8AA', 'LL57 1AA'],
].flatMap(([from = '', to = '']) =>
  [11, 13, 17].map((days) =>
    aMove({
      date: dayFromNow(days),
      items: [],
      van: 'small_van',
      helpLevel: 'driver_helps',
      routePoints: [point(from), point(to)],
    }),
  ),
)

async function openWithoutResult(page: Page, move: Order) {
  await putMove(page, move)
  await page.goto('/pick-a-driver')
  await expect(heading(page, /^No driver is free on \w+day \d+ \w+ at \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText('Everything you entered stays.')).toBeVisible()
}

test('a time when nobody can come offers the nearest ones, and a press gives their prices', async ({ page }) => {
  const move = await moveWith(page, atNight, ({ nearest_times: times }) => times.length > 0)
  await openWithoutResult(page, move)
  const times = page.getByRole('region', { name: 'Another time, same van' })
  const first = times.getByRole('button').first()
  const [, day = '', time = ''] = /on (.+) at (\d\d:\d\d)$/.exec((await first.textContent()) ?? '') ?? []
  const drivers = Number(/See (\d+)/.exec((await first.textContent()) ?? '')?.[1])
  await first.click()
  await expect(heading(page, new RegExp(`^${drivers} drivers? for`))).toBeVisible()
  await expect(offers(page)).toHaveCount(Math.min(drivers, 20))
  const now = await storedMove(page)
  expect(now?.time).toBe(time)
  expect(day).toMatch(new RegExp(` ${Number(now?.date?.slice(8))} `))
  expect({ ...now, date: move.date, time: move.time, itemsToMovePhotos: [] }).toEqual(move)
})

test('every day nearby is one press away with its lowest price, and it is said why nobody is free', async ({
  page,
}) => {
  const move = await moveWith(page, atNight, ({ cheapest_days: days }) => days.length > 1)
  await openWithoutResult(page, move)
  const days = page.getByRole('region', { name: 'Cheaper days nearby' })
  await expect(days).toBeVisible()
  expect(await days.getByRole('listitem').count()).toBeGreaterThan(7)
  await page.getByText('Why is no one free?').click()
  await expect(page.getByText(/picks? up in .+\d+ (is|are|has|have|comes?|carr|do|would|may)/)).toBeVisible()
  const prices = (await days.getByRole('button').allTextContents()).map((text) => pence(text.slice(text.indexOf('£'))))
  const price = Math.min(...prices)
  await days.getByRole('button').nth(prices.indexOf(price)).click()
  await expect(heading(page, /^\d+ drivers? for/)).toBeVisible()
  const shown = (await offers(page).first().locator('.price').textContent()) ?? ''
  expect(pence(shown)).toBe(price)
})

test('a bigger van that is free is offered with its price', async ({ page }) => {
  const move = await moveWith(page, farOut, ({ bigger_van: offer }) => offer !== null)
  await openWithoutResult(page, move)
  const bigger = page.getByRole('region', { name: 'A bigger van, same time' })
  const price = await bigger.locator('.price').textContent()
  await bigger.getByRole('button', { name: /^See \d+ drivers? with a (Medium|Large|Luton) Van$/ }).click()
  await expect(heading(page, /^\d+ drivers? for/)).toBeVisible()
  await expect(offers(page).first().locator('.price')).toHaveText(price ?? '')
  expect(await storedMove(page)).toMatchObject({ date: move.date, time: move.time })
})

test('filters that leave nobody say so, and are taken off with one press', async ({ page }) => {
  const few = atNight.map((move) => ({ ...move, van: 'large_van' as const }))
  const filters = '?payment_method=cash&min_rating=4.8&min_reviews=50'
  const isEmptied = async (move: Order) => {
    const [all, filtered] = await Promise.all([quotesFor(page, move), quotesFor(page, move, filters)])
    return all.count > 0 && filtered.count === 0
  }
  const move = await firstOf(few, isEmptied)
  await putMove(page, move)
  await page.goto('/pick-a-driver?payment=cash&rating=4.8&reviews=50')
  await expect(heading(page, 'No driver matches your filters')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Takes cash', exact: true })).toBeChecked()
  await page.getByRole('link', { name: 'Show every driver' }).click()
  await expect(heading(page, /^\d+ drivers? for/)).toBeVisible()
  await expect(page).toHaveURL(/\/pick-a-driver$/)
})
