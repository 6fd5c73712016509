import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, addMinutes, toInstant } from '#shared/local-time.ts'
import { ITEMS } from '#modules/items/data.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { median } from '#test/support/cpu-time.ts'
import { aBooking, aQuoteFor, heldTimes, search } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHold } from '#test/support/factories/hold.ts'
import { threeBedHouse } from '#test/support/factories/house.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import {
  book,
  copyQuotes,
  countDeadlocks,
  measureAlone,
  prepareRace,
  roundsOf,
  runRace,
  type Race,
  type RaceResult,
} from '#test/support/races.ts'

const racers = 60
const rounds = roundsOf(30, 150)

// The same name, so that the statement finds it, around what never conflicts.
const dropConstraint = ({ database }: TestApp) =>
  database.asOwner(`
    alter table calendar.hold drop constraint no_double_booking;
    alter table calendar.hold add constraint no_double_booking exclude using gist (id with =)`)

/** In batches, so that none of them takes long on a machine that is busy. */
const batch = 10
const batches = Array.from({ length: rounds / batch }, (_, index) => index * batch)

describe(`T-058: sixty customers who want one unit at one time, in ${rounds} rounds`, () => {
  const results: RaceResult[] = []
  /** One who comes alone, measured after each ten rounds: the machine is not equally busy all the time. */
  const alone: { ms: number; cpuMs: number }[] = []
  let app: TestApp
  let race: Race
  let unitId: string
  let deadlocks: number
  beforeAll(async () => {
    app = await createTestApp()
    unitId = (await aUnit(app)).id
    race = await prepareRace(app, racers)
    deadlocks = await countDeadlocks(app)
  })
  afterAll(() => app.close())

  it.each(batches)(`have one winner in each of ${batch} from %i on`, async (first) => {
    for (let round = first; round < first + batch; round += 1) {
      const result = await runRace(race, toInstant(addDays('2026-11-22', round), 540))
      expect(result.statuses.filter((status) => status === 201)).toHaveLength(1)
      expect(new Set(result.codes)).toEqual(new Set(['booked', 'slot_taken']))
      results.push(result)
    }
    alone.push(await measureAlone(race, toInstant(addDays('2026-11-22', first), 540)))
  })

  it('have met no deadlock, hold one time a round, and had an answer within a second of work', async () => {
    expect(results).toHaveLength(rounds)
    expect(await countDeadlocks(app)).toBe(deadlocks)
    const held = await heldTimes(app)
    expect(held.map((hold) => hold.unitId)).toEqual(Array.from({ length: rounds }, () => unitId))
    // However busy the machine is: sixty cost no more, and none of them waits longer, than if all had come one after the other.
    expect(alone).toHaveLength(batches.length)
    const oneByOne = (of: 'ms' | 'cpuMs') => 2 * racers * median(alone.map((one) => one[of]))
    expect(median(results.map(({ cpuMs }) => cpuMs))).toBeLessThan(Math.max(1000, oneByOne('cpuMs')))
    expect(median(results.map(({ slowest }) => slowest))).toBeLessThan(Math.max(1000, oneByOne('ms')))
  })
})

const planRacers = roundsOf(40, 200)
const planRounds = roundsOf(1, 10)

describe(`T-058: ${planRacers} customers who want plans of ten companies that overlap in one van, in ${planRounds} rounds`, () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  /** Five vans of each company; one plan takes the first three, the other the last three. */
  async function preparePlans() {
    const vans: string[][] = []
    for (let company = 0; company < 10; company += 1) {
      const own: string[] = []
      for (let made = 0; made < 5; made += 1) {
        const before = own.length > 0 ? { company: companies.get(company) } : {}
        const unit = await aUnit(app, { van: { category: 'luton_van', payloadKg: 1300 }, ...before })
        companies.set(company, unit.company)
        own.push(unit.id)
      }
      vans.push(own)
    }
    const without = async (places: readonly number[]) => {
      const ids = vans.flatMap((own) => places.map((place) => own[place] ?? ''))
      const units = app.ctx.db.updateTable('fleet.working_unit').where('id', 'in', ids)
      await units.set({ status: 'deactivated_by_you' }).execute()
      const { results } = await search(app, wholeHouse)
      await units.set({ status: 'operating' }).execute()
      expect(results.map(({ plan }) => plan?.vans)).toEqual(vans.map(() => 3))
      return results.map(({ quoteId }) => quoteId)
    }
    return [...(await without([3, 4])), ...(await without([0, 1]))]
  }
  const companies = new Map<number, Awaited<ReturnType<typeof aUnit>>['company']>()
  const piano = ITEMS.find(({ name }) => name === 'Upright piano')
  const wholeHouse = aMove({
    items: [...threeBedHouse, { movingItem: piano?.id ?? 0, amount: 1 }],
    vanCategory: 'luton_van',
    manPower: 'two_porters',
    to: 'CB1 1PT',
  })

  it('have one winner for each company, who holds all vans and people of the plan, and meet no deadlock', async () => {
    const quotes = await preparePlans()
    const race = await prepareRace(app, planRacers, wholeHouse)
    const deadlocks = await countDeadlocks(app)
    for (let round = 0; round < planRounds; round += 1) {
      const copies = await Promise.all(
        quotes.map((quoteId) =>
          copyQuotes({ ...race, quoteId }, toInstant('2026-11-28', 540), planRacers / quotes.length),
        ),
      )
      const all = copies.flat()
      const answers = await Promise.all(race.racers.map((racer, index) => book(app, racer, all[index])))
      const codes = answers.map((answer) => answer.json<{ code?: string }>().code ?? 'booked')
      expect(new Set(codes)).toEqual(new Set(['booked', 'slot_taken']))
      const won = await app.ctx.db.selectFrom('bookings.booking').select(['id', 'companyId']).execute()
      expect([won.length, new Set(won.map(({ companyId }) => companyId)).size]).toEqual([10, 10])
      const held = await heldTimes(app)
      const vansOf = await app.ctx.db.selectFrom('bookings.booking_van').select(['bookingId', 'unitId']).execute()
      const pairs = (rows: readonly { bookingId: string | null; unitId: string }[]) =>
        rows.map(({ bookingId, unitId }) => `${bookingId} ${unitId}`).toSorted()
      expect(pairs(held)).toEqual(pairs(vansOf))
      expect(held).toHaveLength(30)
      const crew = await app.ctx.db.selectFrom('bookings.crew_member').select('personId').execute()
      expect(new Set(crew.map(({ personId }) => personId)).size).toBe(crew.length)
      await app.ctx.db.deleteFrom('bookings.booking').execute()
    }
    expect(await countDeadlocks(app)).toBe(deadlocks)
  })
})

describe('T-058: sixty customers who want one unit at one time', () => {
  it('have more than one where lock, check and constraint are off: the control', async () => {
    const app = await createTestApp({ config: { guardOff: new Set(['unit_lock', 'recheck']) } })
    try {
      await dropConstraint(app)
      await aUnit(app)
      const race = await prepareRace(app, 12)
      const { statuses } = await runRace(race, toInstant('2026-11-28', 540))
      expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(1)
    } finally {
      await app.close()
    }
  })

  it.each([
    ['the lock and the constraint', ['recheck'], false],
    ['the check and the constraint', ['unit_lock'], false],
    ['the constraint', ['unit_lock', 'recheck'], false],
    ['the lock and the check', [], true],
  ])('have one winner with %s alone', async (_, off, isDropped) => {
    const app = await createTestApp({ config: { guardOff: new Set(off) } })
    try {
      if (isDropped) await dropConstraint(app)
      await aUnit(app)
      const race = await prepareRace(app, 20)
      for (const day of ['2026-11-28', '2026-11-29', '2026-11-30']) {
        const { codes } = await runRace(race, toInstant(day, 540))
        expect(codes.filter((code) => code === 'booked')).toHaveLength(1)
        expect(new Set(codes)).toEqual(new Set(['booked', 'slot_taken']))
      }
    } finally {
      await app.close()
    }
  })
})

describe('T-059: times that only touch', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  beforeEach(() => removeCompanies(app))
  afterAll(() => app.close())

  it('are held side by side, a minute more is not', async () => {
    const unit = await aUnit(app)
    const at = (minute: number) => toInstant('2026-11-28', minute)
    const hours = [
      [1320, 1440],
      [1440, 1500],
      [1200, 1320],
      [1500, 1560],
    ] as const
    for (const [from, to] of hours) await aHold(app, unit, { start: at(from), end: at(to) })
    for (const [from, to] of [
      [1199, 1201],
      [1559, 1600],
      [1439, 1441],
    ] as const)
      await expect(aHold(app, unit, { start: at(from), end: at(to) })).rejects.toThrow('no_double_booking')
    // Another unit's time is its own.
    await aHold(app, await aUnit(app), { start: at(1199), end: at(1600) })
    expect(await heldTimes(app)).toHaveLength(5)
  })

  it('are both booked by customers who ask at once, over midnight too', async () => {
    await aUnit(app)
    const local = { to: 'E17 9AA', manPower: 'no_help' } as const
    const first = await aQuoteFor(app, aMove({ ...local, time: '22:30' }))
    const { order } = await search(app, aMove({ ...local, time: '22:30' }))
    // The drive between two places of one district is some minutes, so the next begins half an hour after the first ends.
    const next = addMinutes(new Date(order.endAt ?? ''), 30)
    expect(next.toISOString()).toBe('2026-11-29T01:00:00.000Z')
    const second = await aQuoteFor(app, aMove({ ...local, date: '2026-11-29', time: '01:00' }))
    const before = await aQuoteFor(app, aMove({ ...local, time: '20:00' }))
    const booked = await Promise.all([first, second, before].map(({ quoteId }) => aBooking(app, { quoteId })))
    expect(new Set(booked.map(({ status }) => status))).toEqual(new Set(['new_booking']))
    expect(await heldTimes(app)).toHaveLength(3)
  })
})
