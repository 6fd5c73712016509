// The distance model against drives from general knowledge (ADR 0020 says what that proves, and what not).
import { describe, expect, it } from 'vitest'
import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import { locate } from '#modules/geo/rules.ts'
import { modelLeg } from '#modules/geo/osrm/rules.ts'
import { isInLondon } from '#modules/geo/charges/rules.ts'
import { METRES_PER_MILE, metresToMiles } from '#shared/distance.ts'
import { DRIVES } from '../support/drives.ts'

/** What the model is a stand-in for: the routing engine's minutes of a car, × 1.12 for a van (geography 6). */
const VAN_TIME_FACTOR = 1.12

const placeOf = (outcode: string) => {
  const place = outcodes.has(outcode) ? locate(`${outcode} 0ZZ`, { outcodes, areas }) : null
  if (!place) throw new Error(`${outcode} is not in the table of outcodes`)
  return place
}
const legOf = (from: string, to: string) => modelLeg(placeOf(from), placeOf(to))

const drives = DRIVES.split(/[\n·]/)
  .map((text) => text.trim().split(' '))
  .filter(([from]) => from)
  .map(([from = '', to = '', miles, minutes], index) => {
    const leg = legOf(from, to)
    return {
      km: (Number(miles) * METRES_PER_MILE) / 1000,
      isFittedTo: index % 2 === 0,
      inLondon: isInLondon(placeOf(from)) && isInLondon(placeOf(to)),
      distanceError: metresToMiles(leg.metres) / Number(miles) - 1,
      timeError: leg.minutes / (Number(minutes) * VAN_TIME_FACTOR) - 1,
    }
  })
const checks = drives.filter(({ isFittedTo }) => !isFittedTo)

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

describe('every second drive', () => {
  it('are a hundred, of every length', () => expect(checks.length).toBeGreaterThan(100))

  it.each([
    [5, 20, 0.09, 0.1],
    [20, 50, 0.065, 0.1],
    [50, 100, 0.075, 0.12],
    [100, 200, 0.07, 0.08],
    [200, 2000, 0.055, 0.08],
  ])('from %d to %d km: half within %d of the distance, the mean time within %d', (least, most, distance, time) => {
    const band = checks.filter(({ km }) => km >= least && km < most)
    expect(band.length).toBeGreaterThan(15)
    expect(median(band.map(({ distanceError }) => Math.abs(distanceError)))).toBeLessThan(distance)
    expect(Math.abs(mean(band.filter(({ inLondon }) => !inLondon).map(({ timeError }) => timeError)))).toBeLessThan(
      time,
    )
  })

  it('are hardly ever a quarter too long or too short', () => {
    const far = checks.filter(({ km, distanceError }) => km >= 20 && Math.abs(distanceError) > 0.2)
    expect(far).toEqual([])
  })
})

// Miles by the usual road. The first six are those of the complaint that led to the lines of water.
describe('drives round water', () => {
  it.each([
    ['Gosport to Portsmouth', 'PO12', 'PO1', 14],
    ['Cardiff to Weston-super-Mare', 'CF10', 'BS23', 56],
    ['Southend to Sheerness', 'SS1', 'ME12', 62],
    ['Felixstowe to Harwich', 'IP11', 'CO12', 32],
    ['Greenock to Dunoon', 'PA15', 'PA23', 80],
    ['Swansea to Ilfracombe', 'SA1', 'EX34', 165],
    ['Campbeltown to Glasgow', 'PA28', 'G1', 137],
    ['Portree to Inverness', 'IV51', 'IV1', 113],
    ['Edinburgh to Dundee', 'EH1', 'DD1', 62],
    ['Stranraer to Carlisle', 'DG9', 'CA1', 107],
    ["Boston to King's Lynn", 'PE21', 'PE30', 35],
    ['Bangor to Holyhead', 'LL57', 'LL65', 25],
  ])('%s', (_, from, to, miles) => {
    const modelled = metresToMiles(legOf(from, to).metres)
    expect(Math.abs(modelled / miles - 1)).toBeLessThan(0.15)
  })
})
