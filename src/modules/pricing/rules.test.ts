import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HELP_LEVELS, VAN_CATEGORIES, type VanCategory } from '#modules/fleet/rules.ts'
import { TOLLS } from '#modules/geo/charges/data.ts'
import { milesToMetres } from '#shared/distance.ts'
import { addDays, addMinutes, toInstant, dayOfWeek } from '#shared/local-time.ts'
import { bankHolidays, easterSunday, isBankHoliday, newYearBankHoliday } from './bank-holidays-rules.ts'
import { payoutAfterCommission, tollPence, orderText } from './commission-rules.ts'
import { ROAD_CHARGES } from './road-charges/data.ts'
import { FUELS } from './road-charges/rules.ts'
import {
  chargesVat,
  minutesByBand,
  outOfHoursRate,
  priceJob,
  waitingPence,
  type Price,
  type PricedJob,
  type PricedVan,
  type StandardHours,
  type Tariff,
} from './rules.ts'
import {
  hoursFromWire,
  hoursOnWire,
  hoursProblems,
  rateCells,
  rateProblems,
  ratesOf,
  type RateCell,
} from './tariffs/rules.ts'

const ZONES = ['ulez', 'congestion']

const eightToSix: StandardHours = [...Array.from({ length: 6 }, () => [480, 1080] as const), null]

const tariff = (over: Partial<Tariff> = {}): Tariff => ({
  pencePerHour: { large_van: { no_help: 4300, driver_helps: 4900, one_porter: 5800, two_porters: 8300 } },
  minimumMinutes: 120,
  minimumMinutesTwoPorters: 180,
  includedMiles: 0,
  pencePerMile: 120,
  standardHours: eightToSix,
  outOfHoursPercent: 25,
  waitingPencePerHalfHour: 1500,
  freeWaitingMinutes: 30,
  vatRegisteredFrom: null,
  ...over,
})
const oldDiesel: PricedVan = { category: 'large_van', fuel: 'diesel', euroClass: 5 }
const electric: PricedVan = { category: 'large_van', fuel: 'electric', euroClass: null }

/** Friday 20 November 2026 from 08:30, six and a half hours over 56.40 miles. */
const job = (over: Partial<PricedJob> = {}): PricedJob => ({
  start: toInstant('2026-11-20', 510),
  minutes: 390,
  metres: milesToMetres(56.4),
  help: 'one_porter',
  nation: 'england',
  zoneVisits: [],
  ...over,
})

function price(over: { tariff?: Partial<Tariff>; van?: PricedVan; job?: Partial<PricedJob> } = {}): Price {
  const priced = priceJob(tariff(over.tariff), over.van ?? oldDiesel, job(over.job), ROAD_CHARGES)
  if (!priced) throw new Error('the tariff has no such rate')
  return priced
}
const receipt = ({ lines }: Price) => lines.map((line) => `${line.label}: ${line.amountPence}`)
const labour = (over: Partial<PricedJob>, change?: Partial<Tariff>) =>
  receipt(price({ tariff: change, job: over })).slice(0, -1)

describe('a receipt', () => {
  it('labour, miles and the ULEZ', () => {
    const start = toInstant('2026-11-20', 510)
    const priced = price({ job: { zoneVisits: [{ zone: 'ulez', start, end: addMinutes(start, 90) }] } })
    expect(priced.lines).toEqual([
      { code: 'labour', label: '6 h 30 min at £58.00', quantity: 6.5, unitPence: 5800, amountPence: 37_700 },
      { code: 'mileage', label: '56.40 miles at £1.20', quantity: 56.4, unitPence: 120, amountPence: 6768 },
      { code: 'ulez', label: 'ULEZ charge, 1 day', quantity: 1, unitPence: 1250, amountPence: 1250 },
    ])
    expect(priced).toMatchObject({
      totalPence: 45_718,
      commissionablePence: 44_468,
      ceilingPence: 48_618,
      vatPence: 0,
      chargedMinutes: 390,
      isMinimumTime: false,
    })
  })

  it('a cleaner van is cheaper by the charge', () => {
    const start = toInstant('2026-11-20', 510)
    const over = { job: { zoneVisits: ZONES.map((zone) => ({ zone, start, end: addMinutes(start, 90) })) } }
    expect(price({ ...over, van: oldDiesel }).totalPence - price({ ...over, van: electric }).totalPence).toBe(
      1250 + 900,
    )
    expect(receipt(price({ ...over, van: electric })).at(-1)).toBe('Congestion Charge, 1 day: 900')
  })

  it.each([
    [{ includedMiles: 10 }, 2.84, '2.84 miles, included: 0'],
    [{ includedMiles: 10 }, 45.2, '35.20 miles at £1.20 (first 10 free): 4224'],
    [{ includedMiles: 12.5 }, 13, '0.50 miles at £1.20 (first 12.50 free): 60'],
    [{ pencePerMile: 0 }, 45.2, '45.20 miles, included: 0'],
    [{ pencePerMile: 45 }, 68.4, '68.40 miles at 45p: 3078'],
  ])('miles under %j: %d', (change, miles, line) => {
    expect(receipt(price({ tariff: change, job: { metres: milesToMetres(miles) } })).at(-1)).toBe(line)
  })

  it('no rate for that van or crew is no price', () => {
    expect(priceJob(tariff(), { ...oldDiesel, category: 'small_van' }, job(), [])).toBeUndefined()
    expect(priceJob(tariff({ pencePerHour: { large_van: {} } }), oldDiesel, job(), [])).toBeUndefined()
  })
})

const friday = (minute: number) => toInstant('2026-11-20', minute)

describe('bands', () => {
  it.each([
    ['all within', { start: friday(480), minutes: 570 }, ['9 h 30 min at £58.00: 55100']],
    [
      'into the evening by the half hour of a break',
      { start: friday(480), minutes: 600 },
      ['9 h 30 min at £58.00: 55100', 'Out of hours, 30 min at £72.50: 3625'],
    ],
    ['without a break after the last minute', { start: friday(750), minutes: 330 }, ['5 h 30 min at £58.00: 31900']],
    [
      'an hour early',
      { start: friday(420), minutes: 390 },
      ['5 h 30 min at £58.00: 31900', 'Out of hours, 1 h at £72.50: 7250'],
    ],
    [
      'into the evening',
      { start: friday(1020), minutes: 150 },
      ['1 h at £58.00: 5800', 'Out of hours, 1 h 30 min at £72.50: 10875'],
    ],
    [
      'early and late',
      { start: friday(420), minutes: 720 },
      ['9 h 30 min at £58.00: 55100', 'Out of hours, 2 h 30 min at £72.50: 18125'],
    ],
    [
      'through the night',
      { start: friday(1380), minutes: 600 },
      ['1 h 30 min at £58.00: 8700', 'Out of hours, 8 h 30 min at £72.50: 61625'],
    ],
    ['on a Sunday', { start: toInstant('2026-11-22', 600), minutes: 120 }, ['Out of hours, 2 h at £72.50: 14500']],
    [
      'Saturday into Sunday',
      { start: toInstant('2026-11-21', 1050), minutes: 480 },
      ['30 min at £58.00: 2900', 'Out of hours, 7 h 30 min at £72.50: 54375'],
    ],
    [
      'on a bank holiday',
      { start: toInstant('2026-12-28', 600), minutes: 120 },
      ['Out of hours, 2 h at £72.50: 14500'],
    ],
    ['2 January, English', { start: toInstant('2024-01-02', 600), minutes: 120 }, ['2 h at £58.00: 11600']],
    [
      '2 January, Scottish',
      { start: toInstant('2024-01-02', 600), minutes: 120, nation: 'scotland' as const },
      ['Out of hours, 2 h at £72.50: 14500'],
    ],
  ])('%s', (_name, over, lines) => expect(labour(over)).toEqual(lines))

  it('without an uplift there is one line', () => {
    expect(labour({ start: friday(420), minutes: 390 }, { outOfHoursPercent: 0 })).toEqual([
      '6 h 30 min at £58.00: 37700',
    ])
  })

  it('the clock decides on the days it changes', () => {
    const always = Array.from({ length: 7 }, () => [480, 1080] as const)
    const bands = (day: string, minute: number, minutes: number) =>
      minutesByBand(always, 'wales', toInstant(day, minute), minutes)
    // 00:30 to 08:30 is seven hours in spring and nine in autumn.
    expect(bands('2027-03-28', 30, 420)).toEqual({ standard: 30, outOfHours: 390 })
    expect(bands('2026-10-25', 30, 540)).toEqual({ standard: 30, outOfHours: 510 })
    // The first 01:30 of the autumn day, for an hour: the clock shows 01:30 at the end.
    const inTheRepeatedHour = Array.from({ length: 7 }, () => [90, 120] as const)
    expect(minutesByBand(inTheRepeatedHour, 'wales', toInstant('2026-10-25', 90), 60)).toEqual({
      standard: 30,
      outOfHours: 30,
    })
    expect(minutesByBand(inTheRepeatedHour, 'wales', toInstant('2026-10-25', 90), 90)).toEqual({
      standard: 60,
      outOfHours: 30,
    })
  })
})

describe('the minimum time', () => {
  it.each([
    [{ minutes: 60 }, ['2 h minimum at £58.00: 11600'], true],
    [{ minutes: 120 }, ['2 h at £58.00: 11600'], false],
    [{ minutes: 150, help: 'two_porters' as const }, ['3 h minimum at £83.00: 24900'], true],
    [
      { minutes: 60, start: toInstant('2026-11-20', 1020) },
      ['1 h at £58.00: 5800', 'Out of hours, 1 h at £72.50: 7250'],
      true,
    ],
    [{ minutes: 60, start: toInstant('2026-11-22', 600) }, ['Out of hours, 2 h minimum at £72.50: 14500'], true],
  ])('%j', (over, lines, isMinimumTime) => {
    expect(labour(over)).toEqual(lines)
    expect(price({ job: over }).isMinimumTime).toBe(isMinimumTime)
  })
})

describe('the ceiling', () => {
  it('is the price at half an hour more, in the band where that falls', () => {
    expect(price().ceilingPence - price().totalPence).toBe(2900)
    const untilSix = price({ job: { minutes: 570 } })
    expect(untilSix.ceilingPence - untilSix.totalPence).toBe(3625)
  })

  it('is the price itself within the minimum time', () => {
    const short = price({ job: { minutes: 60 } })
    expect(short.ceilingPence).toBe(short.totalPence)
  })

  it('holds the declared waiting beyond the free minutes', () => {
    expect(price({ job: { declaredWaitingMinutes: 75 } }).ceilingPence - price().ceilingPence).toBe(3000)
    expect(price({ job: { declaredWaitingMinutes: 75 } }).totalPence).toBe(price().totalPence)
    expect([0, 30, 31, 60, 61].map((minutes) => waitingPence(tariff(), minutes))).toEqual([0, 0, 1500, 1500, 3000])
  })

  it('holds a zone charge that half an hour more would bring', () => {
    const start = toInstant('2026-11-21', 660)
    const beforeNoon = price({
      job: { start, zoneVisits: [{ zone: 'congestion', start, end: addMinutes(start, 60) }] },
    })
    expect(beforeNoon.lines.some((line) => line.code === 'congestion')).toBe(false)
    // The half hour falls after six: the driver's break is before it.
    expect(beforeNoon.ceilingPence).toBe(beforeNoon.totalPence + 3625 + 1800)
  })
})

it('VAT is within the price of a company registered on the day', () => {
  expect(price({ tariff: { vatRegisteredFrom: '2026-11-20' } })).toMatchObject({ totalPence: 44_468, vatPence: 7411 })
  expect(price({ tariff: { vatRegisteredFrom: '2026-11-21' } })).toMatchObject({ totalPence: 44_468, vatPence: 0 })
})

it('the rate out of hours is rounded half up', () => {
  expect([outOfHoursRate(5800, 25), outOfHoursRate(3590, 15), outOfHoursRate(4210, 15)]).toEqual([7250, 4129, 4842])
})

const priced = (tariff: Tariff, van: PricedVan, job: PricedJob) => {
  const found = priceJob(tariff, van, job, ROAD_CHARGES)
  if (!found) throw new Error('every rate is set')
  return found
}

describe('for any tariff and job', () => {
  const rate = fc.integer({ min: 1000, max: 50_000 })
  const anyTariff: fc.Arbitrary<Tariff> = fc.record({
    pencePerHour: rate.map((pence) =>
      Object.fromEntries(
        VAN_CATEGORIES.map((van) => [van, Object.fromEntries(HELP_LEVELS.map((help) => [help, pence]))]),
      ),
    ),
    minimumMinutes: fc.integer({ min: 1, max: 24 }).map((half) => half * 30),
    minimumMinutesTwoPorters: fc.integer({ min: 1, max: 24 }).map((half) => half * 30),
    includedMiles: fc.nat(5000).map((hundredths) => hundredths / 100),
    pencePerMile: fc.nat(500),
    standardHours: fc.array(fc.option(fc.tuple(fc.nat(719), fc.integer({ min: 720, max: 1440 }))), {
      minLength: 7,
      maxLength: 7,
    }),
    outOfHoursPercent: fc.nat(200),
    waitingPencePerHalfHour: fc.nat(5000),
    freeWaitingMinutes: fc.nat(60),
    vatRegisteredFrom: fc.option(fc.constant('2026-06-01')),
  })
  const anyVan: fc.Arbitrary<PricedVan> = fc.record({
    category: fc.constantFrom(...VAN_CATEGORIES),
    fuel: fc.constantFrom(...FUELS),
    euroClass: fc.option(fc.nat(7)),
  })
  // Every other job starts in the night of a clock change.
  const anyDay = fc.oneof(
    fc.constantFrom('2026-10-24', '2026-10-25', '2027-03-27', '2027-03-28'),
    fc.nat(1500).map((days) => addDays('2026-01-01', days)),
  )
  const anyJob: fc.Arbitrary<PricedJob> = fc
    .record({
      start: fc.tuple(anyDay, fc.nat(47)).map(([day, half]) => toInstant(day, half * 30)),
      minutes: fc.integer({ min: 1, max: 48 }).map((half) => half * 30),
      metres: fc.nat(900_000),
      help: fc.constantFrom(...HELP_LEVELS),
      nation: fc.constantFrom('england', 'wales', 'scotland', 'northern_ireland'),
      visits: fc.array(fc.record({ zone: fc.constantFrom(...ZONES), from: fc.nat(600), minutes: fc.nat(900) }), {
        maxLength: 3,
      }),
      declaredWaitingMinutes: fc.nat(180),
    })
    .map(({ visits, ...job }) => ({
      ...job,
      zoneVisits: visits.map(({ zone, from, minutes }) => ({
        zone,
        start: addMinutes(job.start, from),
        end: addMinutes(job.start, from + minutes),
      })),
    }))

  const runs = { numRuns: 2000 }

  it('lines add up to the penny, and the ceiling is never below', () => {
    fc.assert(
      fc.property(anyTariff, anyVan, anyJob, (tariff, van, job) => {
        const { lines, totalPence, ceilingPence, commissionablePence, vatPence, chargedMinutes } = priced(
          tariff,
          van,
          job,
        )
        const sum = (codes: string[]) =>
          lines.filter((line) => codes.includes(line.code)).reduce((all, line) => all + line.amountPence, 0)
        expect(sum(['labour', 'labour_out_of_hours', 'mileage'])).toBe(commissionablePence)
        expect(commissionablePence + sum([...ZONES])).toBe(totalPence)
        expect(ceilingPence).toBeGreaterThanOrEqual(totalPence)
        expect(vatPence * 6).toBeLessThanOrEqual(totalPence + 3)
        for (const line of lines) {
          expect(Number.isSafeInteger(line.amountPence) && line.amountPence >= 0).toBe(true)
          expect(Math.abs(line.quantity * line.unitPence - line.amountPence)).toBeLessThan(0.6)
        }
        const hours = lines
          .filter((line) => line.code.startsWith('labour'))
          .reduce((all, line) => all + line.quantity, 0)
        expect(hours * 60).toBeCloseTo(chargedMinutes, 1)
      }),
      runs,
    )
  })

  it('more minutes or miles never lower labour and mileage, and never the total', () => {
    fc.assert(
      fc.property(anyTariff, anyVan, anyJob, fc.nat(10), fc.nat(50_000), (tariff, van, job, halves, metres) => {
        const before = priced(tariff, van, job)
        const after = priced(tariff, van, { ...job, minutes: job.minutes + halves * 30, metres: job.metres + metres })
        expect(after.commissionablePence).toBeGreaterThanOrEqual(before.commissionablePence)
        expect(after.totalPence).toBeGreaterThanOrEqual(before.totalPence)
        expect(after.ceilingPence).toBeGreaterThanOrEqual(before.ceilingPence)
      }),
      runs,
    )
  })

  it('each minute is in its band: counted one by one it comes to the same', () => {
    fc.assert(
      fc.property(anyTariff, anyJob, ({ standardHours }, { nation, start, minutes }) => {
        const oneByOne = Array.from({ length: minutes }, (_, at) =>
          minutesByBand(standardHours, nation, addMinutes(start, at), 1),
        )
        expect(minutesByBand(standardHours, nation, start, minutes)).toEqual({
          standard: oneByOne.reduce((sum, { standard }) => sum + standard, 0),
          outOfHours: oneByOne.reduce((sum, { outOfHours }) => sum + outOfHours, 0),
        })
      }),
      { numRuns: 100 },
    )
  })
})

describe('VAT is charged', () => {
  const [first, last] = ['2026-11-20', '2027-02-01']
  it.each([
    [null, null, '2026-11-20', false],
    [first, null, '2026-11-19', false],
    [first, null, first, true],
    [first, last, '2027-01-31', true],
    [first, last, last, false],
    [first, null, '2031-01-01', true],
  ])('registered from %s, no longer from %s: on %s %s', (vatRegisteredFrom, vatDeregisteredFrom, day, isCharged) => {
    expect(chargesVat({ vatRegisteredFrom, vatDeregisteredFrom }, day)).toBe(isCharged)
  })
})

describe('bank holidays', () => {
  const NATIONS = ['england', 'wales', 'scotland', 'northern_ireland'] as const

  it.each(
    (
      '2020-04-12 2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21 ' +
      '2031-04-13 2032-03-28 2033-04-17 2034-04-09 2035-03-25 2036-04-13 2037-04-05 2038-04-25 2039-04-10 2040-04-01 ' +
      '1943-04-25 1954-04-18 1981-04-19 2008-03-23 2049-04-18 2076-04-19'
    ).split(' '),
  )('Easter is on %s', (day) => expect(easterSunday(Number(day.slice(0, 4)))).toBe(day))

  describe('bank holidays as gov.uk lists them', () => {
    it.each([
      ['england', 2020, '01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28'],
      ['england', 2021, '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28'],
      ['england', 2022, '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27'],
      ['england', 2023, '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26'],
      ['wales', 2026, '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28'],
      ['england', 2027, '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28'],
      ['scotland', 2021, '01-01 01-04 04-02 05-03 05-31 08-02 11-30 12-27 12-28'],
      ['scotland', 2022, '01-03 01-04 04-15 05-02 06-02 06-03 08-01 09-19 11-30 12-26 12-27'],
      ['scotland', 2023, '01-02 01-03 04-07 05-01 05-08 05-29 08-07 11-30 12-25 12-26'],
      ['scotland', 2026, '01-01 01-02 04-03 05-04 05-25 06-15 08-03 11-30 12-25 12-28'],
      ['scotland', 2027, '01-01 01-04 03-26 05-03 05-31 08-02 11-30 12-27 12-28'],
      ['scotland', 2024, '01-01 01-02 03-29 05-06 05-27 08-05 12-02 12-25 12-26'],
      ['northern_ireland', 2024, '01-01 03-18 03-29 04-01 05-06 05-27 07-12 08-26 12-25 12-26'],
      ['northern_ireland', 2026, '01-01 03-17 04-03 04-06 05-04 05-25 07-13 08-31 12-25 12-28'],
    ] as const)('%s %i', (nation, year, days) => {
      expect(bankHolidays(year, nation)).toEqual(days.split(' ').map((day) => `${year}-${day}`))
    })

    it('always so many, all different, never at a weekend', () => {
      const counts = { england: 8, wales: 8, scotland: 9, northern_ireland: 10 }
      for (let year = 2027; year <= 2100; year += 1)
        for (const nation of NATIONS) {
          const days = bankHolidays(year, nation)
          expect(new Set(days).size).toBe(counts[nation])
          expect(days.every((day) => dayOfWeek(day) <= 5)).toBe(true)
        }
    })

    it('a day is asked for in its nation', () => {
      expect(isBankHoliday('2027-01-04', 'scotland')).toBe(true)
      expect(isBankHoliday('2027-01-04', 'england')).toBe(false)
      expect(isBankHoliday('2026-12-28', 'england')).toBe(true)
      expect(newYearBankHoliday(2027)).toBe('2027-01-01')
      expect(newYearBankHoliday(2028)).toBe('2028-01-03')
    })
  })
})

describe('commission', () => {
  it.each([
    // 15 % of £180 is £27, with VAT £32.40; the £20 of road charges bear none.
    [{ totalPence: 20_000, commissionablePence: 18_000 }, 15, 2700, 540, 16_760],
    [{ totalPence: 20_000, commissionablePence: 20_000 }, 0, 0, 0, 20_000],
    [{ totalPence: 12_345, commissionablePence: 12_345 }, 12.5, 1543, 309, 10_493],
    [{ totalPence: 0, commissionablePence: 0 }, 15, 0, 0, 0],
  ])('of %o at %d %% commission is %d with VAT of %d, and %d is left', (price, percent, commission, vat, remainder) => {
    expect(payoutAfterCommission(price, percent)).toEqual({
      commissionPence: commission,
      commissionVatPence: vat,
      keptPence: remainder,
    })
  })

  const costs = (code: string, van: VanCategory, at?: string) => {
    const toll = TOLLS.find((one) => one.code === code)
    if (!toll) throw new Error(`No ${code}`)
    const [day = '', hour = '', minute = ''] = at?.split(/[ :]/) ?? []
    return tollPence(toll, van, at === undefined ? undefined : toInstant(day, Number(hour) * 60 + Number(minute)))
  }

  // Friday 20 November 2026, and the days after it. Source: Transport for London, charges since 7 April 2025.
  it.each([
    ['thames_tunnels_north', 'large_van', '2026-11-20 05:59', 0],
    ['thames_tunnels_north', 'large_van', '2026-11-20 06:00', 650],
    ['thames_tunnels_north', 'small_van', '2026-11-20 06:00', 400],
    ['thames_tunnels_north', 'large_van', '2026-11-20 10:00', 250],
    ['thames_tunnels_north', 'small_van', '2026-11-20 10:00', 150],
    ['thames_tunnels_north', 'large_van', '2026-11-20 17:00', 250],
    ['thames_tunnels_south', 'large_van', '2026-11-20 08:00', 250],
    ['thames_tunnels_south', 'large_van', '2026-11-20 16:00', 650],
    ['thames_tunnels_south', 'luton_van', '2026-11-20 18:59', 650],
    ['thames_tunnels_south', 'luton_van', '2026-11-20 19:00', 250],
    ['thames_tunnels_north', 'large_van', '2026-11-21 08:00', 250],
    ['thames_tunnels_north', 'large_van', '2026-12-28 08:00', 250],
    ['thames_tunnels_north', 'large_van', '2026-11-20 22:00', 0],
    // National Highways: 06:00 to 22:00.
    ['dartford', 'luton_van', '2026-11-20 06:00', 420],
    ['dartford', 'luton_van', '2026-11-20 22:00', 0],
    ['tyne_tunnel', 'large_van', '2026-11-20 02:00', 250],
    ['tyne_tunnel', 'luton_van', '2026-11-20 02:00', 500],
  ] as const)('%s, %s, %s: %s pence', (code, van, at, pence) => {
    expect(costs(code, van, at)).toBe(pence)
  })

  it('before a time is chosen, only what costs the same at every hour has an amount', () => {
    expect(costs('mersey_tunnels', 'large_van')).toBe(240)
    expect(costs('dartford', 'large_van')).toBeNull()
    expect(costs('thames_tunnels_north', 'large_van')).toBeNull()
  })

  it.each([
    ['card', 'By booking you agree to pay £428.45 after the move, by card.'],
    ['cash', 'By booking you agree to pay £428.45 after the move, in cash to the driver.'],
  ] as const)('an order to be paid by %s says so', (method, text) => {
    expect(orderText(42_845, method)).toBe(text)
  })
})

describe('tariffs', () => {
  const cell = (
    vanCategory: RateCell['vanCategory'],
    helpLevel: RateCell['helpLevel'],
    pencePerHour: number | null,
  ) => ({
    vanCategory,
    helpLevel,
    pencePerHour,
  })

  describe('a table of hourly rates', () => {
    it('has a cell for every crew that fits its van, and none for three men in a small one', () => {
      const cells = rateCells({ luton_van: { two_porters: 8850 } })
      expect(cells).toHaveLength(15)
      expect(cells).not.toContainEqual(expect.objectContaining({ vanCategory: 'small_van', helpLevel: 'two_porters' }))
      expect(cells.at(-1)).toEqual(cell('luton_van', 'two_porters', 8850))
      expect(cells.filter(({ pencePerHour }) => pencePerHour === null)).toHaveLength(14)
      expect(ratesOf(cells)).toEqual({ luton_van: { two_porters: 8850 } })
    })

    it.each<[string, RateCell[], string[]]>([
      ['nothing offered', [], []],
      ['a rate each', [cell('small_van', 'no_help', 3500), cell('small_van', 'driver_helps', 4500)], []],
      ['the same for any crew', [cell('large_van', 'no_help', 5000), cell('large_van', 'two_porters', 5000)], []],
      ['vans apart', [cell('luton_van', 'no_help', 9000), cell('small_van', 'one_porter', 5000)], []],
      ['a gap between', [cell('large_van', 'no_help', 5000), cell('large_van', 'driver_helps', null)], []],
      ['one cell twice', [cell('large_van', 'no_help', 5000), cell('large_van', 'no_help', 5000)], ['rates.1']],
      ['three in a small van', [cell('small_van', 'two_porters', 7000)], ['rates.0.pence_per_hour']],
      ['three in a small van, not offered', [cell('small_van', 'two_porters', null)], []],
      [
        'two rates swapped',
        [cell('large_van', 'driver_helps', 6000), cell('large_van', 'one_porter', 4500)],
        ['rates.1.pence_per_hour'],
      ],
      [
        'two rates swapped, the bigger crew first',
        [cell('large_van', 'two_porters', 4500), cell('large_van', 'no_help', 6000)],
        ['rates.0.pence_per_hour'],
      ],
    ])('%s', (_name, cells, fields) => {
      expect(Object.keys(rateProblems(cells))).toEqual(fields)
    })
  })

  describe('standard hours', () => {
    it('are read as they are written', () => {
      const days = hoursOnWire([[480, 1080], [0, 1440], null])
      expect(days).toEqual([{ startTime: '08:00', endTime: '18:00' }, { startTime: '00:00', endTime: '24:00' }, null])
      expect(hoursFromWire(days)).toEqual([[480, 1080], [0, 1440], null])
    })

    it('end after they start', () => {
      const same = { startTime: '08:00', endTime: '08:00' }
      const turned = { startTime: '18:00', endTime: '08:00' }
      expect(Object.keys(hoursProblems([null, same, { startTime: '08:00', endTime: '08:30' }, turned]))).toEqual([
        'standard_hours.1.end_time',
        'standard_hours.3.end_time',
      ])
    })
  })
})
