import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askOffice, listOfficePlans } from '#modules/quoting/office-plans/contract.ts'
import { ringTimes } from '#modules/quoting/office-plans/rules.ts'
import type { Call } from '#shared/call.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { heldTimes, messagesAbout, storedBooking } from '#test/support/factories/booking.ts'
import { aCompany, removeCompanies } from '#test/support/factories/company.ts'
import { anOffice } from '#test/support/factories/day.ts'
import { aMoveToKeep } from '#test/support/factories/kept-move.ts'
import { aUnit, type TestUnit } from '#test/support/factories/unit.ts'
import { bookOfficePlan } from './contract.ts'

type Body = CallInput<typeof bookOfficePlan>['body']

describe('the vans of a move that our office has planned', () => {
  let app: TestApp
  let office: Call
  let vans: TestUnit[]
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
    office = await anOffice(app)
    const company = await aCompany(app)
    vans = []
    for (const letter of ['A', 'B', 'C'])
      vans.push(
        await aUnit(app, {
          company,
          van: { category: 'luton_van', registration: `LM21 ZZ${letter}`, payloadKg: 1300 },
        }),
      )
  })

  async function aCall(): Promise<string> {
    const ringFrom = ringTimes(app.clock.now())[0]?.from.toISOString() ?? ''
    const body = { name: 'Megan Pryce', phone: '07700 900318', ringFrom, move: aMoveToKeep() }
    await must(app.call()(askOffice, { body }))
    return (await openCalls()).at(-1)?.id ?? ''
  }

  const openCalls = async () => (await must(office(listOfficePlans, { query: { pageSize: 100 } }))).results

  const van = (letter: string, ...pence: number[]) => ({
    registration: `lm21 zz${letter}`,
    lines: pence.map((amountPence, index) => ({ label: index === 0 ? 'Work' : 'Parking', amountPence })),
  })

  const bodyOf = (more: Partial<Body> = {}): Body => ({
    customer: { firstName: 'Megan', phone: '+447700900318', email: 'megan@example.test' },
    postcodes: aMoveToKeep().routePoints.map(({ postcode }) => postcode ?? ''),
    date: '2026-11-28',
    time: '09:00',
    days: 1,
    hours: 8,
    manPower: 'driver_helps',
    vans: [van('A', 40_000, 1500), van('B', 30_001)],
    ceilingPence: 80_000,
    specialPayMethod: 'cash',
    ...more,
  })

  const book = (id: string, more: Partial<Body> = {}) => office(bookOfficePlan, { params: { id }, body: bodyOf(more) })

  it('are booked as one at the agreed price with lines for each van; customer and company are told, and the call is closed with it', async () => {
    const id = await aCall()
    const booking = await must(book(id))
    expect(booking).toMatchObject({
      status: 'new_booking',
      totalPence: 71_501,
      ceilingPence: 80_000,
      startAt: '2026-11-28T09:00:00.000Z',
      endAt: '2026-11-28T17:00:00.000Z',
      lines: [
        { label: 'Van 1: Work', van: 1, amountPence: 40_000 },
        { label: 'Van 1: Parking', van: 1, amountPence: 1500 },
        { label: 'Van 2: Work', van: 2, amountPence: 30_001 },
      ],
    })
    const held = (await heldTimes(app)).map(({ unitId }) => unitId)
    expect(held.toSorted()).toEqual(
      vans
        .slice(0, 2)
        .map((unit) => unit.id)
        .toSorted(),
    )
    await app.runJobs()
    const recipients = (await messagesAbout(app, booking.id)).map(({ recipient }) => recipient)
    expect(recipients).toEqual(expect.arrayContaining(['megan@example.test', vans[0]?.company.owner.email]))
    expect((await openCalls()).map((call) => call.id)).not.toContain(id)
    const closed = await app.ctx.db
      .selectFrom('quoting.office_plan')
      .select(['outcome', 'bookingId'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(closed).toEqual({ outcome: 'booked', bookingId: booking.id })
    expect(await book(id)).toMatchObject({ status: 409, problem: { code: 'conflict' } })
  })

  it('come on both of two days', async () => {
    const booking = await must(book(await aCall(), { days: 2, date: '2026-11-26' }))
    expect(booking).toMatchObject({ totalPence: 71_501, endAt: '2026-11-27T17:00:00.000Z' })
    expect(await heldTimes(app)).toHaveLength(4)
  })

  it('are all held or none: with one that is not free nothing is booked, and the call stays', async () => {
    const first = await aCall()
    await must(book(first, { vans: [van('B', 30_000)] }))
    const before = await heldTimes(app)
    const id = await aCall()
    expect(await book(id)).toMatchObject({ status: 409, problem: { code: 'slot_taken' } })
    expect(await heldTimes(app)).toEqual(before)
    expect((await openCalls()).map((call) => call.id)).toContain(id)
    const { n } = await app.ctx.db
      .selectFrom('bookings.booking')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    await book(id)
    const after = await app.ctx.db
      .selectFrom('bookings.booking')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(after.n).toBe(n)
  })

  it('go to one of two who book at once', async () => {
    const calls = [await aCall(), await aCall()]
    const answers = await Promise.all([
      book(calls[0] ?? '', { vans: [van('A', 30_000), van('B', 30_000)] }),
      book(calls[1] ?? '', { vans: [van('B', 30_000), van('C', 30_000)] }),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await heldTimes(app)).toHaveLength(2)
    const winner = answers.find((answer) => answer.ok)
    expect(await storedBooking(app, winner?.ok ? winner.data.id : '')).toMatchObject({ status: 'new_booking' })
  })

  it.each<[string, Partial<Body>, string[]]>([
    ['a van that we do not know', { vans: [van('X', 30_000)] }, ['vans.0.registration']],
    ['no plate', { vans: [{ ...van('A', 30_000), registration: '??' }] }, ['vans.0.registration']],
    ['a van twice', { vans: [van('A', 30_000), van('A', 30_000)] }, ['vans.1.registration']],
    ['four vans', { vans: ['A', 'B', 'C', 'A'].map((letter) => van(letter, 30_000)) }, ['vans']],
    ['no price', { vans: [van('A')] }, ['vans.0.lines']],
    [
      'a price with two noughts too many',
      { vans: [van('A', 900_000)], ceilingPence: 900_000 },
      ['vans.0.lines', 'ceiling_pence'],
    ],
    ['a ceiling under the price', { ceilingPence: 71_500 }, ['ceiling_pence']],
    ['a ceiling out of reach', { ceilingPence: 2_900_000 }, ['ceiling_pence']],
    ['a day gone by', { date: '2026-11-01' }, ['route_points.0.date']],
    ['too long a day', { hours: 12 }, ['hours']],
    ['too few stops', { postcodes: ['E17 4QH', ''] }, ['postcodes.1']],
  ])('are refused with %s, and nothing is done', async (_, more, fields) => {
    const id = await aCall()
    const answer = await book(id, more)
    expect(answer.ok ? 'booked' : [answer.status, Object.keys(answer.problem.errors ?? {})]).toEqual([422, fields])
    expect(await heldTimes(app)).toEqual([])
    expect((await openCalls()).map((call) => call.id)).toContain(id)
  })

  it.each<[string, Partial<Body>]>([
    ['by phone alone', { customer: { firstName: 'Megan', phone: '+447700908674', email: null } }],
    ['on two days with one van', { days: 2, hours: 6, date: '2026-12-07', vans: [van('A', 40_000)] }],
    ['within London', { postcodes: ['E17 4QH', 'SW1A 1AA'] }],
  ])('can be booked %s', async (_, more) => {
    expect(await book(await aCall(), more)).toMatchObject({ ok: true })
  })

  it('are refused if one is another company’s', async () => {
    await aUnit(app, { van: { category: 'luton_van', registration: 'LM21 ZZD' } })
    expect(await book(await aCall(), { vans: [van('A', 30_000), van('D', 30_000)] })).toMatchObject({
      problem: { errors: { 'vans.1.registration': [expect.stringContaining('another company')] } },
    })
  })
})
