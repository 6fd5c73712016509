import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBooking } from '#modules/bookings/contract.ts'
import { addVan } from '#modules/fleet/vans/contract.ts'
import { getProgress } from '#modules/onboarding/contract.ts'
import type { CallInput, Endpoint } from '#shared/endpoint.ts'
import { pathOf } from '#shared/call.ts'
import { toWire } from '#shared/wire.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver, must, type TestDriver } from '#test/support/driver.ts'
import { aCustomer, aQuoteFor } from '#test/support/factories/booking.ts'
import { keptQuote } from '#test/support/kept-searches.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { sessionFor } from '#test/support/session.ts'
import {
  getHourlyRates,
  getMileageCharges,
  getOutOfHoursRate,
  getTerms,
  saveHourlyRates,
  saveMileageCharges,
  saveOutOfHoursRate,
  saveTerms,
} from '../contract.ts'
import { USUAL } from './rules.ts'

let app: TestApp
let driver: TestDriver
beforeAll(async () => {
  app = await createTestApp()
  driver = await aDriver(app)
})
afterAll(() => app.close())

type RatesPage = CallInput<typeof saveHourlyRates>['body']
const params = () => ({ id: driver.companyId })

const versionNow = async () => {
  const read = await driver.call(getMileageCharges, { params: params() })
  if (!read.ok) throw new Error(read.problem.code)
  return read.data.version
}

const ratesPage = async (more: Partial<RatesPage> = {}): Promise<RatesPage> => ({
  version: await versionNow(),
  rates: [{ vanCategory: 'large_van', helpLevel: 'one_porter', pencePerHour: 6000 }],
  minimumMinutes: 120,
  minimumMinutesTwoPorters: 180,
  ...more,
})

/** Sends what no typed client could: the status and the fields that were refused. */
async function put(endpoint: Endpoint, payload: object): Promise<[status: number, fields: string[]]> {
  const url = pathOf(endpoint, { params: params() })
  const headers = { authorization: `Bearer ${driver.bearer}` }
  const response = await app.app.fastify.inject({ method: 'PUT', url, headers, payload })
  return [response.statusCode, Object.keys(response.json<{ errors?: object }>().errors ?? {})]
}

describe('a tariff', () => {
  it('is the usual one before anything is saved, without any rate', async () => {
    const { call, companyId } = await aDriver(app)
    const at = { params: { id: companyId } }
    const rates = await call(getHourlyRates, at)
    expect(rates).toMatchObject({ ok: true, data: { minimumMinutes: 120, minimumMinutesTwoPorters: 180 } })
    expect(rates.ok && rates.data.rates.filter(({ pencePerHour }) => pencePerHour === null)).toHaveLength(15)
    expect(await call(getMileageCharges, at)).toMatchObject({ ok: true, data: { includedMiles: 0, pencePerMile: 0 } })
    const workday = { startTime: '08:00', endTime: '18:00' }
    expect(await call(getOutOfHoursRate, at)).toMatchObject({
      ok: true,
      data: { standardHours: [workday, workday, workday, workday, workday, workday, null], outOfHoursPercent: 0 },
    })
    expect(await call(getTerms, at)).toMatchObject({ ok: true, data: { freeWaitingMinutes: 30, terms: '' } })
  })

  it('is the same usual one where the database makes it, and where there is no row of it', async () => {
    const { call, companyId } = await aDriver(app)
    const columns = ['minimumMinutes', 'minimumMinutesTwoPorters', 'includedMiles', 'pencePerMile'] as const
    const rest = ['standardHours', 'outOfHoursPercent', 'waitingPencePerHalfHour', 'freeWaitingMinutes'] as const
    const row = await app.ctx.db
      .insertInto('pricing.tariff')
      .values({ companyId })
      .returning([...columns, ...rest])
      .executeTakeFirstOrThrow()
    await app.ctx.db.deleteFrom('pricing.tariff').where('companyId', '=', companyId).execute()
    expect({
      minimumMinutes: row.minimumMinutes,
      minimumMinutesTwoPorters: row.minimumMinutesTwoPorters,
      includedMiles: row.includedMiles,
      pencePerMile: row.pencePerMile,
      standardHours: row.standardHours,
      outOfHoursPercent: row.outOfHoursPercent,
      waitingPencePerHalfHour: row.waitingPencePerHalfHour,
      freeWaitingMinutes: row.freeWaitingMinutes,
    }).toEqual(USUAL)
    const at = { params: { id: companyId } }
    expect(await call(getTerms, at)).toMatchObject({ ok: true, data: { version: 0, freeWaitingMinutes: 30 } })
    const body = { version: 0, waitingPencePerHalfHour: 1500, freeWaitingMinutes: 45, terms: 'We wrap your sofas.' }
    expect(await call(saveTerms, { ...at, body })).toMatchObject({ ok: true, data: { ...body, version: 1 } })
  })

  it('keeps each page and leaves the others', async () => {
    const rates = await driver.call(saveHourlyRates, {
      params: params(),
      body: await ratesPage({
        rates: [
          { vanCategory: 'small_van', helpLevel: 'no_help', pencePerHour: 3500 },
          { vanCategory: 'small_van', helpLevel: 'two_porters', pencePerHour: null },
          { vanCategory: 'luton_van', helpLevel: 'two_porters', pencePerHour: 8850 },
        ],
        minimumMinutes: 90,
      }),
    })
    const pricedRates = rates.ok ? rates.data.rates.filter(({ pencePerHour }) => pencePerHour !== null) : []
    expect(pricedRates.map(({ pencePerHour }) => pencePerHour)).toEqual([3500, 8850])
    const mileage = { includedMiles: 12.5, pencePerMile: 110 }
    const saved = await driver.call(saveMileageCharges, {
      params: params(),
      body: { version: await versionNow(), ...mileage },
    })
    expect(saved).toMatchObject({ ok: true, data: mileage })
    const sunday = { startTime: '10:00', endTime: '24:00' }
    const hours = { standardHours: [null, null, null, null, null, null, sunday], outOfHoursPercent: 20 }
    const body = { version: await versionNow(), ...hours }
    expect(await driver.call(saveOutOfHoursRate, { params: params(), body })).toMatchObject({ ok: true, data: hours })
    const termsPage = {
      waitingPencePerHalfHour: 1500,
      freeWaitingMinutes: 30,
      terms: 'We wrap sofas.\nYou book parking.',
    }
    const termsBody = {
      version: await versionNow(),
      ...termsPage,
      terms: ' We wrap sofas.\r\nYou book parking.\u0000 ',
    }
    expect(await put(saveTerms, toWire(termsBody) as object)).toEqual([422, ['terms']])
    const clean = { ...termsBody, terms: ' We wrap sofas.\r\nYou book parking. ' }
    expect(await driver.call(saveTerms, { params: params(), body: clean })).toMatchObject({ ok: true, data: termsPage })
    expect(await driver.call(getHourlyRates, { params: params() })).toMatchObject({ data: { minimumMinutes: 90 } })
    expect(await driver.call(getMileageCharges, { params: params() })).toMatchObject({ data: mileage })
  })

  it('T-066: takes only rates from £10 to £500, whole numbers, each cell once and none swapped', async () => {
    const page = async (pence: unknown, more: object = {}) => ({
      version: await versionNow(),
      rates: [{ van_category: 'large_van', help_level: 'one_porter', pence_per_hour: pence, ...more }],
      minimum_minutes: 120,
      minimum_minutes_two_porters: 180,
    })
    const before = await driver.call(getHourlyRates, { params: params() })
    for (const pence of [0, -1, -6000, 1, 999, 50_001, 1e9, 1e300, 60.5, '6000', '£60', true, [], {}])
      expect([pence, ...(await put(saveHourlyRates, await page(pence)))]).toEqual([
        pence,
        422,
        ['rates.0.pence_per_hour'],
      ])
    expect(
      await put(saveHourlyRates, await page(6000, { van_category: 'small_van', help_level: 'two_porters' })),
    ).toEqual([422, ['rates.0.pence_per_hour']])
    expect(await put(saveHourlyRates, await page(6000, { van_category: 'lorry' }))).toEqual([
      422,
      ['rates.0.van_category'],
    ])
    for (const minutes of [0, -30, 29, 45, 721, 750, 1e9])
      expect(await put(saveHourlyRates, { ...(await page(6000)), minimum_minutes: minutes })).toEqual([
        422,
        ['minimum_minutes'],
      ])
    const swapped = [
      { vanCategory: 'large_van', helpLevel: 'no_help', pencePerHour: 6000 },
      { vanCategory: 'large_van', helpLevel: 'one_porter', pencePerHour: 3500 },
    ] as const
    const refused = await driver.call(saveHourlyRates, {
      params: params(),
      body: await ratesPage({ rates: [...swapped] }),
    })
    expect(refused).toMatchObject({
      status: 422,
      problem: { errors: { 'rates.1.pence_per_hour': [expect.any(String)] } },
    })
    expect(await driver.call(getHourlyRates, { params: params() })).toEqual(before)
    for (const pence of [1000, 50_000]) expect(await put(saveHourlyRates, await page(pence))).toEqual([200, []])
  })

  it('T-066: bounds the other amounts too', async () => {
    const version = await versionNow()
    const hours = (day: unknown) => ({
      version,
      standard_hours: [day, ...Array<null>(6).fill(null)],
      out_of_hours_percent: 20,
    })
    const mileage = { version, included_miles: 10, pence_per_mile: 110 }
    const terms = { version, waiting_pence_per_half_hour: 1500, free_waiting_minutes: 30, terms: 'Yes.' }
    const cases: [Endpoint, object, string][] = [
      [saveMileageCharges, { ...mileage, included_miles: -1 }, 'included_miles'],
      [saveMileageCharges, { ...mileage, included_miles: 1000.01 }, 'included_miles'],
      [saveMileageCharges, { ...mileage, included_miles: 1.005 }, 'included_miles'],
      [saveMileageCharges, { ...mileage, pence_per_mile: -1 }, 'pence_per_mile'],
      [saveMileageCharges, { ...mileage, pence_per_mile: 2001 }, 'pence_per_mile'],
      [saveMileageCharges, { ...mileage, version: -1 }, 'version'],
      [saveOutOfHoursRate, { ...hours(null), out_of_hours_percent: 201 }, 'out_of_hours_percent'],
      [saveOutOfHoursRate, { ...hours(null), out_of_hours_percent: -1 }, 'out_of_hours_percent'],
      [saveOutOfHoursRate, { ...hours(null), standard_hours: [] }, 'standard_hours'],
      [saveOutOfHoursRate, hours({ start_time: '18:00', end_time: '08:00' }), 'standard_hours.0.end_time'],
      [saveOutOfHoursRate, hours({ start_time: '08:10', end_time: '18:00' }), 'standard_hours.0.start_time'],
      [saveOutOfHoursRate, hours({ start_time: '08:00', end_time: '24:30' }), 'standard_hours.0.end_time'],
      [saveTerms, { ...terms, waiting_pence_per_half_hour: 20_001 }, 'waiting_pence_per_half_hour'],
      [saveTerms, { ...terms, free_waiting_minutes: 241 }, 'free_waiting_minutes'],
      [saveTerms, { ...terms, terms: '  ' }, 'terms'],
      [saveTerms, { ...terms, terms: 'x'.repeat(10_001) }, 'terms'],
    ]
    for (const [endpoint, payload, field] of cases)
      expect([endpoint.id, ...(await put(endpoint, payload))]).toEqual([endpoint.id, 422, [field]])
    expect(await versionNow()).toBe(version)
  })

  it('is saved by one of two who read the same version, whatever the page', async () => {
    const version = await versionNow()
    const mileage = { version, includedMiles: 10, pencePerMile: 100 }
    const terms = { version, waitingPencePerHalfHour: 1500, freeWaitingMinutes: 30, terms: 'Yes.' }
    const answers = await Promise.all([
      driver.call(saveHourlyRates, { params: params(), body: await ratesPage({ version }) }),
      driver.call(saveMileageCharges, { params: params(), body: mileage }),
      driver.call(saveTerms, { params: params(), body: terms }),
    ])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    const stale = answers.find(({ ok }) => !ok)
    expect(stale).toMatchObject({ problem: { code: 'stale_tariff' } })
    expect(await versionNow()).toBe(version + 1)
    const future = await driver.call(saveMileageCharges, {
      params: params(),
      body: { ...mileage, version: version + 9 },
    })
    expect(future).toMatchObject({ status: 409 })
  })

  it('counts for the setup once area, mileage, terms and rates of its van are said', async () => {
    const own = await aDriver(app)
    const at = { params: { id: own.companyId } }
    const isSetUp = async () => {
      const progress = await own.call(getProgress)
      return progress.ok && progress.data.isOperationsPricingSetup
    }
    await app.ctx.db.insertInto('fleet.operating_district').values({ unitId: own.unitId, district: 'E17' }).execute()
    const van = { registration: 'LK72 VNT', make: 'Ford', model: 'Transit', fuel: 'diesel', euroClass: 6 } as const
    const body = { ...van, category: 'large_van', year: 2022 } as const
    await must(own.call(addVan, { params: { id: own.unitId }, body }))
    const rates = [{ vanCategory: 'large_van', helpLevel: 'one_porter', pencePerHour: 6000 }] as const
    const first = { version: 0, rates: [...rates], minimumMinutes: 120, minimumMinutesTwoPorters: 180 }
    expect((await own.call(saveHourlyRates, { ...at, body: first })).ok).toBe(true)
    expect(await isSetUp()).toBe(false)
    const terms = { version: 1, waitingPencePerHalfHour: 0, freeWaitingMinutes: 30, terms: 'Yes.' }
    expect((await own.call(saveTerms, { ...at, body: terms })).ok).toBe(true)
    expect(await isSetUp()).toBe(false)
    const mileage = { version: 2, includedMiles: 0, pencePerMile: 0 }
    expect((await own.call(saveMileageCharges, { ...at, body: mileage })).ok).toBe(true)
    expect(await isSetUp()).toBe(true)
    const luton = rates.map((rate) => ({ ...rate, vanCategory: 'luton_van' as const }))
    expect((await own.call(saveHourlyRates, { ...at, body: { ...first, version: 3, rates: luton } })).ok).toBe(true)
    expect(await isSetUp()).toBe(false)
    expect((await own.call(saveHourlyRates, { ...at, body: { ...first, version: 4 } })).ok).toBe(true)
    expect(await isSetUp()).toBe(true)
    expect((await own.call(saveHourlyRates, { ...at, body: { ...first, version: 5, rates: [] } })).ok).toBe(true)
    expect(await isSetUp()).toBe(false)
  })
})

describe('T-066: what was quoted', () => {
  it('keeps its price when the rates change, and can be booked at it', async () => {
    const { id, company } = await aUnit(app)
    const owner = app.call((await sessionFor(app, company.owner.id)).bearer)
    const quote = await aQuoteFor(app)
    const stored = () => keptQuote(app, quote.quoteId)
    const before = await stored()
    const at = { params: { id: company.id } }
    const dearer = [{ vanCategory: 'large_van', helpLevel: 'one_porter', pencePerHour: 50_000 }] as const
    const body = { version: 1, rates: [...dearer], minimumMinutes: 720, minimumMinutesTwoPorters: 720 }
    expect((await owner(saveHourlyRates, { ...at, body })).ok).toBe(true)
    const mileage = { version: 2, includedMiles: 0, pencePerMile: 2000 }
    expect((await owner(saveMileageCharges, { ...at, body: mileage })).ok).toBe(true)
    // A save looks at the whole setup again, and this unit has no documents.
    await app.ctx.db
      .updateTable('fleet.working_unit')
      .set({ status: 'operating', papersUntil: 'infinity' })
      .where('id', '=', id)
      .execute()
    expect(await stored()).toEqual(before)
    const customer = await aCustomer(app)
    const booked = await app.call(customer.bearer)(createBooking, {
      body: { quoteId: quote.quoteId, paymentMethod: 'cash' },
    })
    if (!booked.ok) throw new Error(booked.problem.code)
    expect(before?.totalPence).toBe(quote.totalPence)
    expect(booked.data).toMatchObject({ totalPence: quote.totalPence, ceilingPence: quote.ceilingPence })
    expect((await aQuoteFor(app, aMove({ date: '2026-11-30' }))).totalPence).toBeGreaterThan(quote.totalPence * 5)
  })
})

describe('T-103: another company’s prices', () => {
  it('do not exist, to read or to change', async () => {
    const other = await aDriver(app)
    const at = { params: { id: other.companyId } }
    const id = crypto.randomUUID()
    const mileage = { version: 1, includedMiles: 0, pencePerMile: 1 }
    const hours = { version: 1, standardHours: Array<null>(7).fill(null), outOfHoursPercent: 0 }
    const terms = { version: 1, waitingPencePerHalfHour: 0, freeWaitingMinutes: 0, terms: 'Mine.' }
    const rates = { version: 1, rates: [], minimumMinutes: 30, minimumMinutesTwoPorters: 30 }
    const answers = [
      await driver.call(getHourlyRates, at),
      await driver.call(getMileageCharges, at),
      await driver.call(getOutOfHoursRate, at),
      await driver.call(getTerms, at),
      await driver.call(saveHourlyRates, { ...at, body: rates }),
      await driver.call(saveMileageCharges, { ...at, body: mileage }),
      await driver.call(saveOutOfHoursRate, { ...at, body: hours }),
      await driver.call(saveTerms, { ...at, body: terms }),
      await driver.call(getTerms, { params: { id } }),
    ]
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect(await other.call(getTerms, at)).toMatchObject({ data: { version: 0, terms: '' } })
  })
})
