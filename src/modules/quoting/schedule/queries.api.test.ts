import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findBookableQuote } from '#modules/bookings/create/queries.ts'
import { formatTime, toInstant, toLocal } from '#shared/local-time.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, search, type QuotesAnswer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit, everyDay } from '#test/support/factories/unit.ts'
import { statementsOf } from '#test/support/statements.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => removeCompanies(app))
afterAll(() => app.close())

const shown = ({ results }: QuotesAnswer) =>
  results.map(({ company, startAt }) => `${company.name} ${formatTime(toLocal(new Date(startAt)).minute)}`)

/** Three and a half hours from ten, on a Saturday. */
const move = () => aMove({ time: '10:00' })

describe('free soonest', () => {
  it('lists who is free at the time asked for by price, then everybody else of that day by how near they are', async () => {
    await aUnit(app, { company: { name: 'Dear', pencePerHour: 9000 } })
    await aUnit(app, { company: { name: 'Cheap', pencePerHour: 5000 } })
    await aUnit(app, { company: { name: 'Afternoon', pencePerHour: 3000 }, week: everyDay(720, 1320) })
    await aUnit(app, { company: { name: 'Early bird', pencePerHour: 3000 }, week: everyDay(360, 750) })
    const busy = await aUnit(app, { company: { name: 'Busy all day' } })
    await aHold(app, busy, { start: toInstant('2026-11-28', 0), end: toInstant('2026-11-28', 1439) })
    await aUnit(app, { company: { name: 'Never' }, week: everyDay(600, 630) })
    expect(shown(await search(app, move(), { ordering: 'earliest' }))).toEqual([
      'Cheap 10:00',
      'Dear 10:00',
      'Early bird 09:00',
      'Afternoon 12:00',
    ])
    // Every other order keeps to the time that was asked for.
    expect(shown(await search(app, move(), { ordering: 'price' }))).toEqual(['Cheap 10:00', 'Dear 10:00'])
  })

  it('gives the price of asking for that start', async () => {
    await aUnit(app, { company: { name: 'Late' }, week: everyDay(960, 1380) })
    const [there] = (await search(app, move(), { ordering: 'earliest' })).results
    const [directQuote] = (await search(app, aMove({ time: '16:00' }))).results
    expect(there).toMatchObject({
      totalPence: directQuote?.totalPence,
      lines: directQuote?.lines,
      startAt: directQuote?.startAt,
    })
    expect(there?.endAt).toBe(directQuote?.endAt)
  })

  it('names each company once, with the cheaper of two vans at the same start', async () => {
    const first = await aUnit(app, { company: { name: 'Two vans', pencePerHour: 6000 }, week: everyDay(720, 1320) })
    await aUnit(app, { company: first.company, week: everyDay(780, 1320) })
    const answer = await search(app, move(), { ordering: 'earliest' })
    expect([answer.count, answer.results[0]?.workingUnit.id]).toEqual([1, first.id])
    expect(shown(answer)).toEqual(['Two vans 12:00'])
  })

  it('is booked at its own start, and held to it', async () => {
    await aUnit(app, { company: { name: 'On time', pencePerHour: 9000 } })
    await aUnit(app, { company: { name: 'Afternoon', paymentMethods: ['cash'] }, week: everyDay(720, 1320) })
    const { results } = await search(app, move(), { ordering: 'earliest' })
    const later = results.find(({ company }) => company.name === 'Afternoon')
    const start = toInstant('2026-11-28', 720)
    expect(await findBookableQuote(app.ctx, later?.quoteId ?? '')).toMatchObject({
      start,
      companyName: 'Afternoon',
      move: { routePoints: [{ date: '2026-11-28', time: '12:00' }, {}] },
    })
    const booked = await aBooking(app, { quoteId: later?.quoteId ?? '' })
    expect(booked).toMatchObject({ startAt: start.toISOString(), totalPence: later?.totalPence })
  })

  it('takes no more statements with sixty units than with three', async () => {
    for (let made = 0; made < 3; made += 1) await aUnit(app, { week: everyDay(720, 1320) })
    const count = () => statementsOf(app, () => search(app, move(), { ordering: 'earliest' }))
    const few = await count()
    for (let made = 0; made < 57; made += 1) await aUnit(app, { week: everyDay(720, 1320) })
    expect((await count()).length).toBe(few.length)
  })
})
