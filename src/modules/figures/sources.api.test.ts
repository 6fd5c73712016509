import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBoardBooking } from '#modules/board/bookings/contract.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aCustomer, aQuoteFor } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { getSources } from './contract.ts'

let app: TestApp
let office: string
beforeAll(async () => {
  app = await createTestApp()
  await aUnit(app)
  office = (await sessionFor(app, (await createPerson(app, { role: 'admin' })).id)).bearer
})
afterAll(() => app.close())

let days = 0
async function book(query: CallInput<typeof createBooking>['query']) {
  const { bearer } = await aCustomer(app)
  days += 1
  const { quoteId, totalPence } = await aQuoteFor(app, aMove({ date: `2026-12-${String(days).padStart(2, '0')}` }))
  const answer = await app.call(bearer)(createBooking, { body: { quoteId, paymentMethod: 'cash' }, query })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return { id: answer.data.id, totalPence, answer: answer.data }
}

const cameFrom = async (id: string) => {
  const answer = await app.call(office)(getBoardBooking, { params: { id } })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.data.cameFrom
}

const sources = async (startDate: string, endDate: string) => {
  const answer = await app.call(office)(getSources, { query: { startDate, endDate } })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem))
  return answer.data
}

describe('where those came from who booked', () => {
  it('stands in the booking for the office alone, and in the figures of the days on which it was booked', async () => {
    const first = await book({ cameFrom: 'www.Agent.example', utmSource: 'agent', utmCampaign: 'spring' })
    const second = await book({ cameFrom: 'agent.example', utmSource: 'agent', utmCampaign: 'spring' })
    const found = await book({ cameFrom: 'search.example' })
    const direct = await book({})
    const agent = { host: 'agent.example', source: 'agent', medium: null, campaign: 'spring' }
    expect(await cameFrom(first.id)).toEqual(agent)
    expect(await cameFrom(direct.id)).toBeNull()
    expect(JSON.stringify(first.answer)).not.toMatch(/agent/i)
    const today = app.clock.now().toISOString().slice(0, 10)
    expect(await sources(today, today)).toEqual({
      sourcesCount: 2,
      sources: [
        { ...agent, bookings: 2, totalPence: first.totalPence + second.totalPence },
        {
          host: 'search.example',
          source: null,
          medium: null,
          campaign: null,
          bookings: 1,
          totalPence: found.totalPence,
        },
      ],
    })
    expect(await sources('2026-10-01', '2026-10-31')).toEqual({ sourcesCount: 0, sources: [] })
  })

  it('never keeps a booking from being made, whatever the words are', async () => {
    const hostile = '"><script>alert(1)</script>\u202E' + 'x'.repeat(300)
    // What is endless is as if it were not there.
    const { id } = await book({
      cameFrom: hostile,
      utmSource: hostile,
      utmMedium: 'y'.repeat(3000),
      utmCampaign: '=cmd()',
    })
    const origin = await cameFrom(id)
    expect(origin).toMatchObject({ host: null, medium: null, campaign: '=cmd()' })
    expect(origin?.source).toHaveLength(100)
    expect(origin?.source).not.toContain('\u202E')
  })
})
