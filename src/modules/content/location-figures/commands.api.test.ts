import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withdrawContentPage } from '#modules/content/office/contract.ts'
import { findQuotes } from '#modules/quoting/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { finishBooking } from '#test/support/factories/finished.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { getLocation, getLocationsPage, getSitemap, getSitemapPart } from '../contract.ts'
import { importFirstContent } from '../files/commands.ts'
import { listCompanyPages, listingDue } from '../sitemap/commands.ts'
import { countDue, countLocations } from './commands.ts'
import { askedOf, typicalDay } from './rules.ts'

const RATES = [3000, 4000, 5000, 9000]

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: '2026-11-23T09:00:00Z' })
  for (const [index, pencePerHour] of RATES.entries()) {
    const first = await aUnit(app, {
      company: { name: `Brighton ${index}`, pencePerHour },
      van: { category: 'medium_van' },
      // One by the whole area.
      districts: index === 0 ? ['BN'] : ['BN1', 'BN2'],
    })
    // A second van makes no second company; it is dear because its driver stays alone.
    if (index === 1) await aUnit(app, { company: first.company, van: { category: 'luton_van' }, districts: ['BN1'] })
  }
  // The units are blocked or in another district.
  await aUnit(app, { company: { pencePerHour: 1500 }, status: 'blocked', districts: ['BN1'] })
  await aUnit(app, { company: { pencePerHour: 2000 }, districts: ['YO'] })
  await importFirstContent(app.ctx, 'test/support/content')
}, 120_000)
afterAll(() => app.close())

const figuresOf = async (slug: string) => must(app.call()(getLocation, { params: { slug } }))

const part = async (name: string) => {
  const answer = await app.call()(getSitemapPart, { params: { part: name } })
  return answer.ok ? answer.data.map(({ path }) => path) : answer.status
}

describe('what is counted', () => {
  it('is asked for by an import, and is not there before', async () => {
    expect(await figuresOf('brighton')).toMatchObject({ figures: null, companies: null, isIndexed: false })
    expect(await part('locations-1')).toBe(404)
    expect(await app.runJobs(countDue, listingDue)).toBe(2)
    expect((await figuresOf('brighton')).figures).not.toBeNull()
    // The date of change of a company's page is not known yet.
    const companies = await must(app.call()(getSitemapPart, { params: { part: 'companies-1' } }))
    expect(companies.map(({ changedAt }) => changedAt)).toEqual([null, null, null, null, null])
  })

  it('companies and hours are those of vans at work there', async () => {
    const { figures, companies, fromPencePerHour } = await figuresOf('brighton')
    expect([companies, fromPencePerHour]).toEqual([4, 3000])
    expect(figures).toMatchObject({ companies: 4, fromPencePerHour: 3000 })
    // The median is of 30, 40, 50 and 90 pounds; a single Luton has none.
    expect(figures?.rates.find(({ manPower }) => manPower === 'driver_helps')).toEqual({
      vanCategory: 'medium_van',
      manPower: 'driver_helps',
      pencePerHour: 4000,
    })
    expect(figures?.rates.some(({ vanCategory }) => vanCategory === 'luton_van')).toBe(false)
  })

  it('typical moves are priced as a customer’s search prices them', async () => {
    const { figures } = await figuresOf('brighton')
    // The flat needs a large van, and there is none.
    expect(figures?.moves.map(({ size }) => size)).toEqual(['room'])
    const [room] = figures?.moves ?? []
    const request = askedOf(
      { size: 'room', from: { outcode: 'BN2', name: '' }, to: { outcode: 'BN3', name: '' } },
      typicalDay('2026-11-23'),
    )
    const { results, order } = await must(app.call()(findQuotes, { body: request }))
    const prices = results.map(({ totalPence }) => totalPence).toSorted((a, b) => a - b)
    expect(prices).toHaveLength(4)
    expect(room).toMatchObject({
      from: 'Kemptown',
      to: 'Hove',
      cheapestPence: prices[0],
      medianPence: Math.round(((prices[1] ?? 0) + (prices[2] ?? 0)) / 2),
      metres: order.distance,
    })
  })

  it('road charges are those of zones that it lies in', async () => {
    expect((await figuresOf('brighton')).figures?.roadCharges).toEqual([])
    const croydon = (await figuresOf('croydon')).figures?.roadCharges ?? []
    expect(croydon).toMatchObject([{ name: 'ULEZ', words: expect.stringMatching(/^£12\.50 a day for a van below/) }])
  })

  it('answers, starts and reviews are those of bookings picked up there, once there are five', async () => {
    for (const day of ['01', '02', '03', '04']) await reviewed(`2026-12-${day}`)
    await countLocations(app.ctx)
    expect((await figuresOf('brighton')).figures).toMatchObject({ replyMinutes: null, started: 0 })
    await reviewed('2026-12-05')
    app.clock.set('2026-12-08T02:20:00Z')
    await countLocations(app.ctx)
    expect((await figuresOf('brighton')).figures).toMatchObject({ started: 5, onTime: 5, reviews: 5, rating: 4.7 })
    expect((await figuresOf('brighton')).figures?.replyMinutes).toBe(17)
    // The location York has no moves.
    expect((await figuresOf('york')).figures).toMatchObject({
      replyMinutes: null,
      started: 0,
      reviews: 0,
      rating: null,
    })
  })

  it('asks the same number of statements for each location, none of them in a transaction', async () => {
    const sent = await statementsOf(app, () => countLocations(app.ctx))
    expect(sent.filter((text) => text.includes('location-happened'))).toHaveLength(53)
    expect(sent.filter((text) => text.includes('location-prices'))).toHaveLength(3)
    expect(sent.filter((text) => /^begin/i.test(text))).toEqual([])
  })
})

/** Booked, answered seventeen minutes later, moved on the day, and marked. */
async function reviewed(date: string) {
  app.clock.set('2026-11-23T09:00:00Z')
  const place = { from: 'BN1 4QL', to: 'BN3 1AA' }
  const move = aMove({ ...place, date, vanCategory: 'medium_van', manPower: 'driver_helps' })
  const booking = await aBooking(app, { move })
  app.clock.set('2026-11-23T09:17:00Z')
  await finishBooking(app, booking)
  const { companyId } = await app.ctx.db
    .selectFrom('bookings.booking')
    .select('companyId')
    .where('id', '=', booking.id)
    .executeTakeFirstOrThrow()
  await review(booking.id, companyId ?? '')
}

const review = (bookingId: string, companyId: string) =>
  app.ctx.db
    .insertInto('reviews.review')
    .values({
      bookingId,
      companyId,
      authorName: 'Jo',
      punctuality: 5,
      care: 5,
      value: 4,
      createdAt: app.ctx.clock.now(),
    })
    .execute()

describe('the sitemap', () => {
  it('names a location once enough is counted there', async () => {
    expect((await figuresOf('brighton')).isIndexed).toBe(true)
    expect((await figuresOf('york')).isIndexed).toBe(false)
    expect(await part('locations-1')).toEqual(['/our-locations/brighton'])
    const { results } = await must(app.call()(getLocationsPage))
    expect(results.find(({ slug }) => slug === 'york')?.companies).toBe(1)
  })

  it('has a part for each kind, dated where that is known', async () => {
    const parts = await must(app.call()(getSitemap))
    expect(parts.map((one) => one.part)).toEqual(['pages-1', 'services-1', 'locations-1', 'articles-1', 'companies-1'])
    const counted = await must(app.call()(getSitemapPart, { params: { part: 'locations-1' } }))
    expect(counted[0]?.changedAt).toBe('2026-12-08T02:20:00.000Z')
    expect(parts.find((one) => one.part === 'locations-1')?.changedAt).toBe('2026-12-08T02:20:00.000Z')
    expect(await part('pages-1')).toEqual(expect.arrayContaining(['/', '/faq', '/our-services', '/terms']))
    expect(await part('articles-1')).toHaveLength(4)
    expect(await part('articles-2')).toBe(404)
    expect(await part('companies-2')).toBe(404)
  })

  it('forgets a page that was withdrawn at once', async () => {
    const admin = await createPerson(app, { role: 'admin' })
    const office = app.call((await sessionFor(app, admin.id)).bearer)
    const { id } = await figuresOf('brighton')
    await must(office(withdrawContentPage, { params: { id } }))
    await expect.poll(() => part('locations-1')).toBe(404)
  })

  it('names companies that take jobs or were reviewed, and dates them by what their page says', async () => {
    const listed = () => must(app.call()(getSitemapPart, { params: { part: 'companies-1' } }))
    await listCompanyPages(app.ctx)
    const before = await listed()
    // Four of Brighton and one of York; not the blocked one.
    expect(before).toHaveLength(5)
    app.clock.set('2026-12-20T02:50:00Z')
    await listCompanyPages(app.ctx)
    expect(await listed()).toEqual(before)
    const [first, second] = before.map(({ path }) => path.replace('/companies/', ''))
    await app.ctx.db.updateTable('companies.company').set({ about: 'New.' }).where('id', '=', first!).execute()
    await app.ctx.db
      .updateTable('fleet.working_unit')
      .set({ status: 'blocked' })
      .where('companyId', '=', second!)
      .execute()
    await app.ctx.db.updateTable('companies.company').set({ reviewsCount: 0 }).where('id', '=', second!).execute()
    await listCompanyPages(app.ctx)
    const after = await listed()
    expect(after).toHaveLength(4)
    expect(after.find(({ path }) => path.endsWith(first!))?.changedAt).toBe('2026-12-20T02:50:00.000Z')
    expect(after.slice(1)).toEqual(before.filter(({ path }) => ![first!, second!].some((id) => path.endsWith(id))))
  })

  it('names no company whose owner is gone, without waiting for the night', async () => {
    const [first] = await must(app.call()(getSitemapPart, { params: { part: 'companies-1' } }))
    const id = first?.path.replace('/companies/', '') ?? ''
    const company = await app.ctx.db
      .selectFrom('companies.company')
      .select('ownerUserId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await app.ctx.db
      .updateTable('identity.user')
      .set({ status: 'blocked' })
      .where('id', '=', company.ownerUserId ?? '')
      .execute()
    expect(await part('companies-1')).not.toContain(first?.path)
  })
})
