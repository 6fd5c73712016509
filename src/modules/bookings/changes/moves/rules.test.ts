import { describe, expect, it } from 'vitest'
import { priceJob, type PricedJob, type Tariff } from '#modules/pricing/rules.ts'
import { FIRST_POLICY } from '#modules/pricing/terms/rules.ts'
import { addMinutes } from '#shared/local-time.ts'
import { sumPence } from '#shared/money.ts'
import {
  differencesOf,
  feeAt,
  isBelowFee,
  newPrice,
  reasonsToAsk,
  type CancellationState,
  type ChangeFacts,
  type Extent,
} from './rules.ts'

const at = (text: string) => new Date(text)
const booked: Extent = { totalPence: 20_000, start: at('2026-12-12T09:00:00Z'), end: at('2026-12-12T13:00:00Z') }
const facts: ChangeFacts = {
  now: at('2026-12-01T09:00:00Z'),
  allowsAtOnce: true,
  first: booked,
  from: booked,
  to: booked,
  isSetOff: false,
  isFree: true,
  hasFeeBegun: false,
}
const later = (minutes: number, extent = booked): Extent => ({
  ...extent,
  start: addMinutes(extent.start, minutes),
  end: addMinutes(extent.end, minutes),
})

describe('whether a change of a booked move is done at once', () => {
  it.each<[string, Partial<ChangeFacts>, string[]]>([
    ['a fifth more', { to: { ...booked, totalPence: 24_000 } }, []],
    ['a penny above a fifth more', { to: { ...booked, totalPence: 24_001 } }, ['price']],
    ['a penny below a fifth less', { to: { ...booked, totalPence: 15_999 } }, ['price']],
    ['two hours longer', { to: { ...booked, end: addMinutes(booked.end, 120) } }, []],
    ['more than two hours longer', { to: { ...booked, end: addMinutes(booked.end, 150) } }, ['length']],
    ['two hours later', { to: later(120) }, []],
    ['half an hour beyond two hours later', { to: later(150) }, ['start']],
    ['a second small step that is far from the first booking', { from: later(120), to: later(180) }, ['start']],
    ['two hours before the start', { now: addMinutes(booked.start, -120) }, ['soon']],
    ['a minute earlier than that', { now: addMinutes(booked.start, -121) }, []],
    ['a driver who has set off', { isSetOff: true }, ['set_off']],
    ['a calendar without room', { isFree: false }, ['calendar']],
    ['a company that answers all', { allowsAtOnce: false }, ['setting']],
    ['less once a fee is due', { hasFeeBegun: true, to: { ...booked, totalPence: 19_999 } }, ['fee_price']],
    ['more once a fee is due', { hasFeeBegun: true, to: { ...booked, totalPence: 20_001 } }, []],
    ['another start once a fee is due', { hasFeeBegun: true, from: later(-90), to: later(60) }, ['fee_start']],
  ])('%s gives the reasons to ask', (_, changed, reasons) => {
    expect(reasonsToAsk({ ...facts, ...changed })).toEqual(reasons)
  })
})

const TARIFF: Tariff = {
  pencePerHour: { large_van: { no_help: 4000, driver_helps: 5000, one_porter: 6000, two_porters: 8000 } },
  minimumMinutes: 120,
  minimumMinutesTwoPorters: 180,
  includedMiles: 10,
  pencePerMile: 50,
  standardHours: Array.from({ length: 7 }, () => [480, 1080]),
  outOfHoursPercent: 25,
  waitingPencePerHalfHour: 1500,
  freeWaitingMinutes: 30,
  vatRegisteredFrom: null,
}
const VAN = { category: 'large_van', fuel: 'diesel', euroClass: 6, grossWeightKg: 3500 } as const
const job = (more: Partial<PricedJob> = {}): PricedJob => ({
  start: booked.start,
  minutes: 240,
  metres: 30_000,
  help: 'one_porter',
  nation: 'england',
  zoneVisits: [],
  ...more,
})
const priced = (of: PricedJob) => {
  const price = priceJob(TARIFF, VAN, of, [])
  if (!price) throw new Error('The tariff has a rate for it')
  return price
}

describe('the price of a changed move', () => {
  const before = priced(job())
  const agreed = { code: 'agreed_change', label: 'Armchair', quantity: 1, unitPence: 900, amountPence: 900 }
  const withAgreed = {
    ...before,
    lines: [...before.lines, agreed],
    totalPence: before.totalPence + 900,
    ceilingPence: before.ceilingPence + 900,
  }

  it('is that of the move at the booked terms, with what was agreed in words', () => {
    const next = priced(job({ minutes: 300 }))
    const price = newPrice(withAgreed, next, false)
    expect(price.totalPence).toBe(next.totalPence + 900)
    expect(price.ceilingPence).toBe(next.ceilingPence + 900)
    expect(sumPence(price.lines.map(({ amountPence }) => amountPence))).toBe(price.totalPence)
  })

  it('is not lowered once the work has begun', () => {
    const price = newPrice(withAgreed, priced(job({ minutes: 120 })), true)
    expect(price.totalPence).toBe(withAgreed.totalPence)
    expect(price.ceilingPence).toBe(withAgreed.ceilingPence)
    expect(sumPence(price.lines.map(({ amountPence }) => amountPence))).toBe(price.totalPence)
  })

  it('differs by lines that add up to the difference', () => {
    const next = priced(job({ minutes: 330, metres: 60_000, start: at('2026-12-12T14:00:00Z') }))
    const lines = differencesOf(before.lines, next.lines)
    expect(sumPence(lines.map(({ amountPence }) => amountPence))).toBe(next.totalPence - before.totalPence)
    expect(lines.map(({ label }) => label)).toContain('1 h 30 min out of hours more at £75.00')
  })
})

/** A small generator, so that a failing sequence can be run again. */
function randomOf(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * most)
  }
}

const HELP = ['no_help', 'driver_helps', 'one_porter', 'two_porters'] as const

interface Standing extends CancellationState {
  job: PricedJob
  price: ReturnType<typeof newPrice>
  hold: { start: Date; end: Date }
}

const endOf = ({ start, minutes }: PricedJob) => addMinutes(start, minutes)

/** What `changeMove` and an answer do with a move, without a database. */
function change(of: Standing, next: PricedJob, now: Date, first: Extent, saysYes: boolean): Standing {
  const hasBegun = now >= of.start
  const price = newPrice(of.price, priced(hasBegun ? { ...next, start: of.start } : next), hasBegun)
  const fee = feeAt(of, now)
  if (!hasBegun && isBelowFee(price.totalPence, fee)) return of
  const extent = (totalPence: number, one: PricedJob): Extent => ({ totalPence, start: one.start, end: endOf(one) })
  const reasons = reasonsToAsk({
    ...facts,
    now,
    first,
    from: extent(of.price.totalPence, of.job),
    to: extent(price.totalPence, next),
    isSetOff: hasBegun,
    hasFeeBegun: fee > 0,
  })
  if (reasons.length > 0 && !saysYes) return of
  const changed = hasBegun ? { ...next, start: of.start } : next
  return {
    ...of,
    job: changed,
    price,
    start: changed.start,
    minimumTimePence: price.minimumTimePence,
    feeFloorPence: hasBegun ? of.feeFloorPence : fee,
    hold: { start: changed.start, end: endOf(changed) },
  }
}

describe('any sequence of changes, answers and cancellations', () => {
  it('costs no less than cancelling at its first step', () => {
    const failed: object[] = []
    for (let seed = 1; seed <= 20_000; seed += 1) {
      const random = randomOf(seed)
      const start = addMinutes(at('2026-12-10T09:00:00Z'), random(20) * 30)
      const firstJob = job({ start, help: HELP[random(4)] ?? 'one_porter', minutes: 120 + random(10) * 30 })
      const price = newPrice({ lines: [], totalPence: 0, ceilingPence: 0, vatPence: 0 }, priced(firstJob), false)
      let standing: Standing = {
        job: firstJob,
        price,
        isConfirmed: true,
        start,
        minimumTimePence: price.minimumTimePence,
        cancellation: FIRST_POLICY,
        feeFloorPence: 0,
        hold: { start, end: endOf(firstJob) },
      }
      const first: Extent = { totalPence: price.totalPence, start, end: endOf(firstJob) }
      let now = addMinutes(start, -random(80) * 60)
      const isOnTheDay = () => now >= standing.start
      let hasBegun = false
      const feeAtFirst = feeAt(standing, now)
      for (let step = random(6) + 1; step > 0; step -= 1) {
        const next: PricedJob = {
          ...standing.job,
          start: addMinutes(standing.start, (random(200) - 60) * 30),
          minutes: 60 + random(14) * 30,
          metres: random(100_000),
          help: HELP[random(4)] ?? 'no_help',
        }
        hasBegun ||= isOnTheDay()
        if (isOnTheDay() || next.start > now) standing = change(standing, next, now, first, random(2) === 0)
        now = addMinutes(now, random(20) * 60)
      }
      const toPay = random(2) === 0 && !isOnTheDay() ? feeAt(standing, now) : standing.price.totalPence
      const ofTheMove = priced(standing.job).totalPence
      const isOwnPrice = hasBegun ? standing.price.totalPence >= ofTheMove : standing.price.totalPence === ofTheMove
      const isOwnTime =
        standing.hold.start === standing.start && standing.hold.end.getTime() === endOf(standing.job).getTime()
      if (toPay < feeAtFirst || !isOwnPrice || !isOwnTime)
        failed.push({ seed, toPay, feeAtFirst, isOwnPrice, isOwnTime })
    }
    expect(failed).toEqual([])
  })
})
