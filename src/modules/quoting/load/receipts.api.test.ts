// Quotes of random loads in vans of every payload, held against a clerk with a diary.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HelpLevel, VanCategory } from '#modules/fleet/rules.ts'
import { ITEMS } from '#modules/items/data.ts'
import { minutesOfTimeString, timeString } from '#shared/duration.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import type { Quote } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { receiptOf, type Receipt, type ReceiptCase, type Refused } from '#test/support/receipt-oracle.ts'
import { findQuotes, getRouteDetails } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

// A generator of its own, so that a failure can be run again.
let seed = 20_261_122
const random = (below: number): number => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
const oneOf = <T>(list: readonly T[]): T => list[random(list.length)] as T

/** Within the range of each category (specification §9), and below it: a tail-lift weighs something. */
const payloads = {
  medium_van: [null, 640, 760, 1050, 1200],
  large_van: [null, 760, 980, 1210, 1480],
  luton_van: [null, 760, 980, 1210, 1480],
}
const tariff = {
  minimumMinutes: 150,
  includedMiles: 10,
  pencePerMile: 83,
  outOfHoursPercent: 33,
  standardFrom: 480,
  standardTo: 1080,
  waitingPencePerHalfHour: 1250,
}
const hourly = 5390

function aCase() {
  const [vanCategory, most] = oneOf([
    ['medium_van', 24],
    ['large_van', 40],
    ['luton_van', 50],
  ] as const)
  const manPower = oneOf(['one_porter', 'two_porters'] as const) satisfies HelpLevel
  const fitting = ITEMS.filter(({ lengthCm, widthCm, heightCm }) => {
    const [longest = 0, second = 0] = [lengthCm, widthCm, heightCm].toSorted((a, b) => b - a)
    return longest <= 240 && second <= 140
  })
  const items = Array.from({ length: 1 + random(most) }, () => oneOf(fitting))
  const stops = random(4) === 0 ? ['E11 1AA'] : []
  return {
    vanCategory: vanCategory satisfies VanCategory,
    manPower,
    stops,
    items: [...new Set(items)].map(({ id, furnitureType }) => ({
      movingItem: id,
      amount: 1 + random(5),
      needAssembling: furnitureType !== null && random(4) === 0,
      needDisassembling: furnitureType !== null && random(4) === 0,
    })),
    stairs: [random(4), ...stops.map(() => random(2)), oneOf([0, 1, 9])],
    to: oneOf(['N15 4QL', 'E10 5AA', 'CR0 2AA', 'BN1 4QL', 'OX1 1AA']),
    time: oneOf(['06:00', '08:30', '09:00', '13:00']),
    declaredWaiting: oneOf(['00:00:00', '00:30:00', '02:30:00']),
  }
}

interface Compared {
  /** The clerk's receipt and the quote, by payload. */
  pairs: [expected: Receipt | Refused, quote: Quote | undefined][]
  /** What the whole search was refused for. */
  refused: string | undefined
}

/** Undefined where the drive alone is too long, so that there is nothing to reckon with. */
async function compare(run: number, vans: ReadonlyMap<string, number | null>): Promise<Compared | undefined> {
  const testCase = aCase()
  const empty = await app.call(undefined, `10.7.0.${run}`)(getRouteDetails, { body: aMove({ ...testCase, items: [] }) })
  if (!empty.ok) return undefined
  const reckon = (payloadKg: number | null) =>
    receiptOf({
      ...testCase,
      van: testCase.vanCategory,
      help: testCase.manPower,
      payloadKg,
      driveMinutes: minutesOfTimeString(empty.data.order.travelTime),
      driveMetres: empty.data.order.distance,
      waitingMinutes: minutesOfTimeString(testCase.declaredWaiting),
      start: new Date(empty.data.order.startAt ?? ''),
      tariff: { ...tariff, pencePerHour: hourly },
    } satisfies ReceiptCase)
  const answer = await app.call(undefined, `10.8.0.${run}`)(findQuotes, {
    body: aMove(testCase),
    query: { pageSize: 100 },
  })
  const quotes = answer.ok ? answer.data.results : []
  const ofPayload = new Map(quotes.map((quote) => [vans.get(quote.workingUnit.id), quote]))
  return {
    pairs: payloads[testCase.vanCategory].map((payloadKg) => [reckon(payloadKg), ofPayload.get(payloadKg)]),
    refused: answer.ok ? undefined : answer.problem.code,
  }
}

const quoted = (quote: Quote | undefined) =>
  quote && {
    trips: quote.trips,
    totalTime: quote.totalTime,
    endAt: quote.endAt,
    totalPence: quote.totalPence,
    ceilingPence: quote.ceilingPence,
    sum: quote.lines.reduce((sum, line) => sum + line.amountPence, 0),
  }

const reckoned = (receipt: Receipt | Refused) =>
  typeof receipt === 'string'
    ? undefined
    : {
        trips: receipt.trips,
        totalTime: timeString(receipt.totalMinutes),
        endAt: receipt.end.toISOString(),
        totalPence: receipt.totalPence,
        ceilingPence: receipt.ceilingPence,
        sum: receipt.totalPence,
      }

const kindsOf = (receipt: Receipt | Refused): (string | number)[] =>
  typeof receipt === 'string' ? [receipt] : [receipt.trips, ...(receipt.breakMinutes > 0 ? ['break'] : [])]

it('quotes what a clerk with a diary reckons, to the penny: 150 loads, each in five vans', async () => {
  const vans = await makeVans()
  const seen: (string | number)[] = []
  for (let run = 0; run < 150; run += 1) {
    const compared = await compare(run, vans)
    if (!compared) continue
    const { pairs, refused } = compared
    expect([run, pairs.map(([, quote]) => quoted(quote))]).toEqual([run, pairs.map(([receipt]) => reckoned(receipt))])
    // A search is refused for a reason that some van has, where no van could do it.
    expect([undefined, ...pairs.map(([receipt]) => receipt)]).toContain(refused)
    seen.push(...pairs.flatMap(([receipt]) => kindsOf(receipt)))
  }
  // It would prove little if any of them were rare.
  const kinds = [1, 2, 3, 'break', 'too_much_for_one_van', 'beyond_drivers_hours']
  expect(kinds.filter((kind) => seen.filter((one) => one === kind).length < 10)).toEqual([])
}, 240_000)

async function makeVans(): Promise<Map<string, number | null>> {
  const standardHours = Array.from({ length: 7 }, () => [tariff.standardFrom, tariff.standardTo] as const)
  const vans = new Map<string, number | null>()
  for (const category of ['medium_van', 'large_van', 'luton_van'] as const)
    for (const payloadKg of payloads[category]) {
      const minimumMinutesTwoPorters = tariff.minimumMinutes
      const company = { pencePerHour: hourly, tariff: { ...tariff, minimumMinutesTwoPorters, standardHours } }
      vans.set((await aUnit(app, { van: { category, payloadKg }, company })).id, payloadKg)
    }
  return vans
}
