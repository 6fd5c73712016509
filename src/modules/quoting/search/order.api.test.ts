import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toInstant } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { search, type QuotesAnswer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, everyDay } from '#test/support/factories/unit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => removeCompanies(app))
afterAll(() => app.close())

const names = ({ results }: QuotesAnswer) => results.map(({ company }) => company.name)

describe('the order of quotes', () => {
  beforeEach(async () => {
    await aUnit(app, { company: { name: 'Dear', pencePerHour: 8000, rating: 4.9, reviewsCount: 10 } })
    await aUnit(app, {
      company: { name: 'Cheap', pencePerHour: 4000, rating: 4.1, reviewsCount: 900 },
      week: everyDay(420, 1440),
    })
    await aUnit(app, {
      company: { name: 'Known', pencePerHour: 6000, rating: 4.5, reviewsCount: 80 },
      week: everyDay(480, 1440),
    })
    await aUnit(app, { company: { name: 'New', pencePerHour: 6000 }, week: everyDay(360, 1440) })
    const late = await aUnit(app, { company: { name: 'Night', pencePerHour: 9000, rating: 4.9, reviewsCount: 9 } })
    await aHold(app, late, { start: toInstant('2026-11-27', 1200), end: toInstant('2026-11-27', 1320) })
    const early = await aUnit(app, { company: { name: 'Early', pencePerHour: 9500, rating: 1, reviewsCount: 1 } })
    await aHold(app, early, { start: toInstant('2026-11-28', 300), end: toInstant('2026-11-28', 450) })
  })

  it.each([
    [undefined, ['Cheap', 'Known', 'New', 'Dear', 'Night', 'Early']],
    ['best', ['Cheap', 'Known', 'New', 'Dear', 'Night', 'Early']],
    // 4.9 from ten or nine reviews is 4.7; without any it is 4.5; 1.0 from one is 4.2, above 4.1 from nine hundred.
    ['rating', ['Dear', 'Night', 'Known', 'New', 'Early', 'Cheap']],
    // All are free at the time asked for.
    ['earliest', ['Cheap', 'Known', 'New', 'Dear', 'Night', 'Early']],
  ] as const)('%s', async (ordering, expected) => {
    expect(names(await search(app, aMove(), { ordering }))).toEqual(expected)
  })

  it('price, and the better rated of two that cost the same', async () => {
    const order = names(await search(app, aMove(), { ordering: 'price' }))
    expect(order.toSorted()).toEqual(['Cheap', 'Dear', 'Early', 'Known', 'New', 'Night'])
    expect([order[0], ...order.slice(3)]).toEqual(['Cheap', 'Dear', 'Night', 'Early'])
  })

  it('best is not price where a company is badly rated', async () => {
    await aUnit(app, { company: { name: 'Bad', pencePerHour: 5900, rating: 2, reviewsCount: 400 } })
    const placeIn = async (ordering: 'price' | 'best') => names(await search(app, aMove(), { ordering })).indexOf('Bad')
    expect([await placeIn('price'), await placeIn('best')]).toEqual([1, 4])
  })

  it.each([
    [{ minRating: 4.5 }, ['Known', 'Dear', 'Night']],
    [{ minReviews: 80 }, ['Cheap', 'Known']],
    [{ minRating: 4.5, minReviews: 10 }, ['Known', 'Dear']],
    [{ minRating: 5 }, []],
  ])('keeps to the filter %o', async (filter, expected) => {
    const answer = await search(app, aMove(), filter)
    expect([names(answer), answer.count]).toEqual([expected, expected.length])
    // A driver is free, so there are no alternatives to offer.
    expect([answer.nearestTimes, answer.cheapestDays, answer.biggerVan]).toEqual([[], [], null])
  })

  it('keeps to the way of paying', async () => {
    await aUnit(app, { company: { name: 'Cash only', paymentMethods: ['cash'], pencePerHour: 3000 } })
    await aUnit(app, { company: { name: 'Card only', paymentMethods: ['card'], pencePerHour: 2000 } })
    expect(names(await search(app, aMove(), { paymentMethod: 'cash' }))).not.toContain('Card only')
    expect(names(await search(app, aMove(), { paymentMethod: 'card' }))[0]).toBe('Card only')
    expect(names(await search(app, aMove(), { paymentMethod: 'card' }))).not.toContain('Cash only')
  })
})
