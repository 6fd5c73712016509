import { describe, expect, it } from 'vitest'
import { initialOrder, type Order } from '../draft/order.ts'
import {
  besideLines,
  chargeNotes,
  isApproximate,
  sumMinutes,
  timeLines,
  type RouteDetails,
  bookableDays,
  startTimesOf,
} from './time-lines.ts'

const details: RouteDetails = {
  distance: 110_079,
  travelTime: '02:20:00',
  trips: 1,
  breaksTime: '00:00:00',
  declaredWaiting: '00:00:00',
  returnTime: '00:00:00',
  warnings: [],
  loadUnloadTime: '01:30:00',
  stairsTime: '00:45:00',
  stopsTime: '00:15:00',
  assemblingTime: '01:00:00',
  disassemblingTime: '00:30:00',
  totalTime: '06:30:00',
  isUlezCharged: true,
  isCongestionCharged: false,
  zones: [{ code: 'ulez', name: 'ULEZ', kind: 'charge', isApproximate: false }],
  tolls: [],
  precision: 'unit',
  recalculated: false,
  estimated: false,
  startAt: null,
  endAt: null,
  places: ['Walthamstow', 'Croydon', 'Brighton'],
  unknownPostcodes: [],
}

const [point] = initialOrder.routePoints
const order: Order = {
  ...initialOrder,
  van: 'large_van',
  helpLevel: 'one_porter',
  items: [
    { id: 917, category: 9, amount: 1 },
    { id: 102, category: 1, amount: 1 },
  ],
  dismantlingItems: [917],
  assemblingItems: [917, 102],
  routePoints: point
    ? [
        { ...point, stairs: 2 },
        { ...point, stairs: 9 },
        { ...point, stairs: 1 },
      ]
    : [],
}

describe('timeLines', () => {
  it('names every part with its time', () => {
    expect(timeLines(details, order)).toEqual([
      { label: 'Driving, 68.40 miles', value: '2 h 20 min' },
      { label: 'Loading and unloading, Large Van', value: '1 h 30 min' },
      { label: 'Stairs, 3 flights', value: '45 min' },
      { label: '1 extra stop', value: '15 min' },
      { label: 'Taking apart: wardrobe', value: '30 min' },
      { label: 'Putting together: wardrobe, sofa', value: '1 h' },
    ])
    expect(sumMinutes(details)).toBe(380)
  })

  it('calls extra time by its name where nothing is put together', () => {
    const labels = timeLines(details, { ...order, assemblingItems: [] }).map(({ label }) => label)
    expect(labels.at(-1)).toBe('Extra time for furniture')
  })

  it('counts every trip, the drives back between them and the breaks', () => {
    const trips = { ...details, trips: 3, distance: 24_140, travelTime: '02:05:00', breaksTime: '00:30:00' }
    expect(timeLines(trips, { ...order, van: 'luton_van' }).slice(0, 4)).toEqual([
      { label: 'Driving, 3 trips and 2 drives back, 15.00 miles', value: '2 h 5 min' },
      { label: 'Loading and unloading, Luton Van, 3 times', value: '1 h 30 min' },
      { label: 'Stairs, 3 flights, 3 times', value: '45 min' },
      { label: '1 extra stop, 3 times', value: '15 min' },
    ])
    expect(timeLines(trips, order).at(-1)).toEqual({ label: 'Driver’s breaks, not charged', value: '30 min' })
    expect(timeLines({ ...trips, trips: 2 }, order)[0]?.label).toBe('Driving, 2 trips and 1 drive back, 15.00 miles')
    expect(sumMinutes(trips)).toBe(395)
  })

  it('says what is held or driven beside the total', () => {
    expect(besideLines(details)).toEqual([])
    expect(besideLines({ ...details, declaredWaiting: '01:30:00', returnTime: '00:25:00' })).toEqual([
      { label: 'Expected waiting, also reserved', value: '1 h 30 min' },
      { label: 'The driver’s return journey, not charged', value: '25 min' },
    ])
  })

  it('leaves out what takes no time', () => {
    const none = {
      ...details,
      stairsTime: '00:00:00',
      stopsTime: '00:00:00',
      assemblingTime: '00:00:00',
      disassemblingTime: '00:00:00',
    }
    expect(timeLines(none, initialOrder).map(({ label }) => label)).toEqual([
      'Driving, 68.40 miles',
      'Loading and unloading',
    ])
  })

  it('marks a guess', () => {
    expect(isApproximate(details)).toBe(false)
    expect(isApproximate({ ...details, precision: 'outcode' })).toBe(true)
    expect(timeLines({ ...details, estimated: true }, order)[0]?.label).toBe('Driving, about 68 miles')
  })
})

describe('chargeNotes', () => {
  const [ulez] = details.zones
  const zone = (code: string, name: string, more: object = {}) => ({
    ...(ulez ?? { kind: 'charge' as const, isApproximate: false }),
    code,
    name,
    ...more,
  })

  it('says which zones the route enters', () => {
    expect(chargeNotes(details)).toEqual([
      'This route enters the ULEZ. If a van has to pay, the charge is on its receipt. Cleaner vans pay less or nothing.',
    ])
    const city = zone('congestion', 'Congestion Charge zone')
    const central = { ...details, isCongestionCharged: true, zones: [...details.zones, city] }
    expect(chargeNotes({ ...central, startAt: '2026-11-28T09:00:00.000Z' })[1]).toMatch(/at a time when it is charged/)
    expect(chargeNotes(central)[1]).toMatch(/depends on the day and the hour/)
    expect(chargeNotes({ ...central, isCongestionCharged: false })).toHaveLength(1)
    expect(chargeNotes({ ...details, zones: [] })).toEqual([])
  })

  it('says where that is a guess, and where vans are kept out', () => {
    const unsure = zone('bath', 'Bath Clean Air Zone', { isApproximate: true })
    expect(chargeNotes({ ...details, zones: [unsure] })[0]).toMatch(
      /^This route probably enters the Bath Clean Air Zone/,
    )
    const glasgow = zone('glasgow', 'Glasgow Low Emission Zone', { kind: 'ban' })
    expect(chargeNotes({ ...details, zones: [glasgow] })).toEqual([
      'This route enters the Glasgow Low Emission Zone. We only show vans that are allowed there.',
    ])
  })

  it('names tolls, those of this route only', () => {
    const tolls = [{ name: 'Dartford Crossing', amountPence: 420, isCertain: false }]
    expect(chargeNotes({ ...details, zones: [], tolls })[0]).toContain('Dartford Crossing (£4.20)')
  })
})

const at = (text: string) => new Date(text)

describe('startTimesOf', () => {
  it('starts two hours ahead, on the half hour', () => {
    const times = startTimesOf('2026-11-20', at('2026-11-20T10:10:00Z'))
    expect(times[0]).toBe('12:30')
    expect(times.at(-1)).toBe('23:30')
    expect(startTimesOf('2026-11-20', at('2026-11-20T10:00:00Z'))[0]).toBe('12:00')
  })

  it('has all 48 on a later day and while no day is chosen', () => {
    expect(startTimesOf('2026-11-21', at('2026-11-20T10:00:00Z'))).toHaveLength(48)
    expect(startTimesOf(null, at('2026-11-20T10:00:00Z'))).toHaveLength(48)
  })

  it('leaves out the hour that the clocks skip in spring, and keeps the one that autumn repeats', () => {
    const spring = startTimesOf('2027-03-28', at('2026-11-20T10:00:00Z'))
    expect(spring).toHaveLength(46)
    expect(spring.slice(0, 4)).toEqual(['00:00', '00:30', '02:00', '02:30'])
    expect(startTimesOf('2026-10-25', at('2026-09-20T10:00:00Z'))).toHaveLength(48)
  })

  it('has none on a day gone by', () => {
    expect(startTimesOf('2026-11-19', at('2026-11-20T10:00:00Z'))).toEqual([])
  })
})

describe('bookableDays', () => {
  it('is today to 180 days on', () => {
    expect(bookableDays(at('2026-11-20T10:00:00Z'))).toEqual({ first: '2026-11-20', last: '2027-05-19' })
  })

  it('begins tomorrow when today has no half hour left', () => {
    expect(bookableDays(at('2026-11-20T21:40:00Z')).first).toBe('2026-11-21')
    expect(bookableDays(at('2026-11-20T23:00:00Z')).first).toBe('2026-11-21')
  })
})
