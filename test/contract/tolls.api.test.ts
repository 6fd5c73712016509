import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LngLat } from '#modules/geo/sketch/outlines-rules.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBooking, search, type QuotesAnswer } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { polylineOf } from '#test/support/polyline.ts'
import { sendJson, startStubServer, type StubServer } from '#test/support/stub-server.ts'

let stub: StubServer
let engine: TestApp
let bare: TestApp
beforeAll(async () => {
  stub = await startStubServer(sendJson({ code: 'NoRoute' }))
  engine = await createTestApp({ env: { OSRM_URL: stub.url } })
  bare = await createTestApp()
})
beforeEach(async () => {
  for (const app of [engine, bare]) await removeCompanies(app)
})
afterAll(async () => {
  await engine.close()
  await bare.close()
  await stub.close()
})

const only = ({ results }: QuotesAnswer) => {
  expect(results).toHaveLength(1)
  return results[0] as QuotesAnswer['results'][number]
}
const own = (line: { code: string }) => /^(labour|mileage)/.test(line.code)

describe('without a routing engine', () => {
  it('names what might be met between these places, and charges none of it', async () => {
    await aUnit(bare)
    const answer = await search(bare)
    expect(answer.order.tolls).toEqual([
      { name: 'Blackwall or Silvertown Tunnel, southbound', amountPence: 250, isCertain: false },
      { name: 'Dartford Crossing', amountPence: 420, isCertain: false },
    ])
    expect(only(answer).lines.every(own)).toBe(true)
  })

  it('names none where none is on the way, and none that is free at that hour', async () => {
    await aUnit(bare)
    expect((await search(bare, aMove({ to: 'N15 4QL' }))).order.tolls).toEqual([])
    expect((await search(bare, aMove({ time: '22:30' }))).order.tolls).toEqual([])
  })
})

describe('with a routing engine', () => {
  const walthamstow: LngLat = [-0.02, 51.586]
  const dartford: LngLat[] = [
    [0.2585, 51.49],
    [0.2585, 51.45],
  ]
  const croydon: LngLat = [-0.1, 51.37]
  const brighton: LngLat = [-0.139, 50.838]
  const drives = (line: readonly LngLat[], metres = 120_000) => {
    const legs = [{ distance: metres, duration: 7200, steps: [] }]
    stub.answer = sendJson({ code: 'Ok', routes: [{ geometry: polylineOf(line), legs }] })
  }

  it('a toll that is passed is a line at cost, in total and ceiling, and no commission is counted from it', async () => {
    await aUnit(engine)
    drives([walthamstow, ...dartford, brighton])
    const answer = await search(engine)
    expect(answer.order.tolls).toEqual([{ name: 'Dartford Crossing', amountPence: 420, isCertain: true }])
    const quote = only(answer)
    expect(quote.lines.filter((line) => !own(line))).toEqual([
      { code: 'dartford', label: 'Dartford Crossing toll', quantity: 1, unitPence: 420, amountPence: 420 },
    ])
    const labour = quote.lines.filter(own).reduce((sum, { amountPence }) => sum + amountPence, 0)
    expect(quote.totalPence).toBe(labour + 420)
    expect(quote.ceilingPence).toBeGreaterThanOrEqual(quote.totalPence)
    const { id } = await aBooking(engine, { quoteId: quote.quoteId })
    const kept = await engine.ctx.db
      .selectFrom('bookings.booking')
      .select(['commissionablePence', 'totalPence'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(kept).toEqual({ commissionablePence: labour, totalPence: labour + 420 })
  })

  it('a road that passes none costs none, and nothing is guessed', async () => {
    await aUnit(engine)
    drives([walthamstow, [-0.08, 51.508], croydon, brighton], 119_000)
    const answer = await search(engine, aMove({ to: 'BN3 2AA' }))
    expect(answer.order.tolls).toEqual([])
    expect(only(answer).lines.every(own)).toBe(true)
  })

  it('is asked for the road only where a toll may lie on it', async () => {
    await aUnit(engine)
    const before = stub.asked.length
    drives([walthamstow, [-0.08, 51.58]], 6000)
    await search(engine, aMove({ to: 'N15 4QL' }))
    expect(stub.asked.slice(before)).toHaveLength(1)
    expect(stub.asked.at(-1)).toContain('?overview=false')
  })

  it('names what might be met where it does not answer', async () => {
    await aUnit(engine)
    stub.answer = sendJson({ code: 'NoRoute' })
    const { order } = await search(engine, aMove({ to: 'BN2 4AA' }))
    expect(order.tolls.map(({ isCertain }) => isCertain)).toEqual([false, false])
    expect(order.estimated).toBe(true)
  })
})
