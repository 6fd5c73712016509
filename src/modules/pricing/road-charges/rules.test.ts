import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ZONES as START_ZONES } from '#modules/geo/charges/data.ts'
import { addDays, daysFromTo, toInstant } from '#shared/local-time.ts'
import { ROAD_CHARGES } from './data.ts'
import { bannedClasses, chargedDays, FUELS, meetsZoneStandard, vehicleClassOf, VEHICLE_CLASSES } from './rules.ts'
import type { ChargedVan, ZoneVisit } from './rules.ts'

const ZONES = [...new Set(ROAD_CHARGES.map(({ zone }) => zone))]

const oldDiesel: ChargedVan = { fuel: 'diesel', euroClass: 5 }
const newDiesel: ChargedVan = { fuel: 'diesel', euroClass: 6 }
const electric: ChargedVan = { fuel: 'electric', euroClass: null }

/** '2026-11-20 09:00' in London. */
const at = (text: string) => toInstant(text.slice(0, 10), Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)))

function visit(zone: string, from: string, to: string): ZoneVisit {
  return { zone, start: at(from), end: at(to) }
}

const paid = (van: ChargedVan, ...visits: ZoneVisit[]) =>
  chargedDays(ROAD_CHARGES, van, visits).map(({ zone, day, amountPence }) => `${zone} ${day} ${amountPence}`)

test.each([
  ['diesel', 5, false],
  ['diesel', 6, true],
  ['diesel', null, false],
  ['petrol', 3, false],
  ['petrol', 4, true],
  ['hybrid', 4, true],
  ['hybrid', null, false],
  ['electric', null, true],
] as const)('%s, Euro %s, meets the ULEZ standard: %s', (fuel, euroClass, meets) => {
  expect(meetsZoneStandard({ fuel, euroClass })).toBe(meets)
})

describe('ULEZ', () => {
  const night = visit('ulez', '2026-11-20 22:00', '2026-11-21 02:00')

  test('an old diesel pays once for each calendar day, at any hour', () => {
    expect(paid(oldDiesel, visit('ulez', '2026-11-22 03:00', '2026-11-22 03:01'))).toEqual(['ulez 2026-11-22 1250'])
    expect(paid(oldDiesel, night, visit('ulez', '2026-11-21 10:00', '2026-11-21 11:00'))).toEqual([
      'ulez 2026-11-20 1250',
      'ulez 2026-11-21 1250',
    ])
    expect(paid(oldDiesel, visit('ulez', '2026-11-20 22:00', '2026-11-21 00:00'))).toEqual(['ulez 2026-11-20 1250'])
  })

  test('cleaner vans pay nothing', () => {
    expect(paid(newDiesel, night)).toEqual([])
    expect(paid(electric, night)).toEqual([])
  })

  test('Christmas Day is free, Boxing Day is not', () => {
    expect(paid(oldDiesel, visit('ulez', '2026-12-24 22:00', '2026-12-26 01:00'))).toEqual([
      'ulez 2026-12-24 1250',
      'ulez 2026-12-26 1250',
    ])
  })

  test('both clock-change days are one day each', () => {
    expect(paid(oldDiesel, visit('ulez', '2027-03-28 00:30', '2027-03-28 03:00'))).toEqual(['ulez 2027-03-28 1250'])
    expect(paid(oldDiesel, visit('ulez', '2026-10-25 00:30', '2026-10-25 23:59'))).toEqual(['ulez 2026-10-25 1250'])
  })
})

describe('Congestion Charge', () => {
  test.each([
    ['on a weekday morning', '2026-11-20 06:00', '2026-11-20 07:01', 1],
    ['until seven', '2026-11-20 06:00', '2026-11-20 07:00', 0],
    ['before six', '2026-11-20 17:59', '2026-11-20 19:00', 1],
    ['from six', '2026-11-20 18:00', '2026-11-20 19:00', 0],
    ['on a Saturday morning', '2026-11-21 09:00', '2026-11-21 12:00', 0],
    ['on a Saturday afternoon', '2026-11-21 11:00', '2026-11-21 12:01', 1],
    ['on a bank holiday morning', '2026-08-31 09:00', '2026-08-31 11:00', 0],
    ['on a bank holiday afternoon', '2026-08-31 13:00', '2026-08-31 14:00', 1],
    ['on Christmas Day', '2026-12-25 13:00', '2026-12-25 14:00', 0],
    ['between the years', '2026-12-29 13:00', '2026-12-29 14:00', 0],
    ['on Christmas Eve', '2026-12-24 13:00', '2026-12-24 14:00', 1],
    ['on New Year’s Day', '2027-01-01 13:00', '2027-01-01 14:00', 0],
    ['on 2 January', '2027-01-02 13:00', '2027-01-02 14:00', 1],
    ['on the Monday that stands in for New Year’s Day', '2028-01-03 13:00', '2028-01-03 14:00', 0],
    ['on the day after that', '2028-01-04 08:00', '2028-01-04 09:00', 1],
    ['over a weekday night', '2026-11-19 18:00', '2026-11-20 07:00', 0],
  ])('%s', (_name, from, to, days) => {
    expect(paid(newDiesel, visit('congestion', from, to))).toHaveLength(days)
  })

  test.each([
    ['2025-11-20', newDiesel, 1500],
    ['2026-01-02', newDiesel, 1800],
    ['2026-11-20', oldDiesel, 1800],
    ['2025-11-20', electric, undefined],
    ['2026-11-20', electric, 900],
    ['2030-03-03', electric, 900],
    ['2030-03-04', electric, 1350],
    ['2021-11-22', newDiesel, undefined],
  ])('on %s %j pays %s', (day, van, amount) => {
    const [charged] = chargedDays(ROAD_CHARGES, van, [visit('congestion', `${day} 13:00`, `${day} 14:00`)])
    expect(charged?.amountPence).toBe(amount)
  })

  test('comes on top of the ULEZ', () => {
    const day = ['2026-11-20 09:00', '2026-11-20 10:00'] as const
    expect(paid(oldDiesel, visit('ulez', ...day), visit('congestion', ...day))).toEqual([
      'ulez 2026-11-20 1250',
      'congestion 2026-11-20 1800',
    ])
  })
})

describe('clean air zones', () => {
  const day = ['2026-11-20 09:00', '2026-11-20 10:00'] as const
  const heavyDiesel: ChargedVan = { fuel: 'diesel', euroClass: 5, grossWeightKg: 5200 }
  const light: ChargedVan = { fuel: 'diesel', euroClass: 5, grossWeightKg: 3500 }

  // Amounts as the councils publish them for vans and for goods vehicles over 3.5 t.
  test.each([
    ['birmingham', 800, 5000],
    ['bath', 900, 10_000],
    ['bristol', 900, 10_000],
    ['bradford', 900, 5000],
    ['sheffield', 1000, 5000],
    ['tyneside', 1250, 5000],
    ['ulez', 1250, 10_000],
  ])('%s: %s pence a day for an old van, %s over 3.5 t, nothing for a clean one', (zone, pence, heavyPence) => {
    expect(paid(oldDiesel, visit(zone, ...day))).toEqual([`${zone} 2026-11-20 ${pence}`])
    expect(paid(light, visit(zone, ...day))).toEqual([`${zone} 2026-11-20 ${pence}`])
    expect(paid(heavyDiesel, visit(zone, ...day))).toEqual([`${zone} 2026-11-20 ${heavyPence}`])
    for (const van of [newDiesel, electric, { fuel: 'petrol', euroClass: 4 } as const])
      expect(paid(van, visit(zone, ...day))).toEqual([])
  })

  test('a heavy van without a row of its own pays the Congestion Charge of any other', () => {
    expect(paid(heavyDiesel, visit('congestion', ...day))).toEqual(['congestion 2026-11-20 1800'])
  })

  test.each([
    [oldDiesel, 2000],
    [newDiesel, 800],
    [electric, undefined],
  ])('Oxford: %j pays %s from seven to seven', (van, amount) => {
    expect(chargedDays(ROAD_CHARGES, van, [visit('oxford', ...day)])[0]?.amountPence).toBe(amount)
    expect(paid(van, visit('oxford', '2026-11-20 19:00', '2026-11-21 07:00'))).toEqual([])
  })
})

describe('zones that keep vans out', () => {
  const visits = (zone: string, day = '2026-12-25') => [visit(zone, `${day} 03:00`, `${day} 04:00`)]

  test.each([
    ['glasgow', 'Glasgow Low Emission Zone'],
    ['edinburgh', 'Edinburgh Low Emission Zone'],
    ['aberdeen', 'Aberdeen Low Emission Zone'],
    ['dundee', 'Dundee Low Emission Zone'],
  ])('%s keeps out what is below the standard, at every hour of every day, and charges nobody', (zone, label) => {
    const banned = bannedClasses(ROAD_CHARGES, visits(zone))
    expect([...banned]).toEqual([
      ['noncompliant', label],
      ['heavy_noncompliant', label],
    ])
    for (const van of [oldDiesel, newDiesel, electric]) expect(paid(van, ...visits(zone))).toEqual([])
  })

  test('keep nobody out before their first day, and charging zones keep nobody out', () => {
    expect(bannedClasses(ROAD_CHARGES, visits('edinburgh', '2024-05-31')).size).toBe(0)
    for (const zone of ['ulez', 'birmingham', 'oxford']) expect(bannedClasses(ROAD_CHARGES, visits(zone)).size).toBe(0)
    expect(bannedClasses(ROAD_CHARGES, []).size).toBe(0)
  })

  test('every zone that is said to keep vans out does, and no other', () => {
    const banZones = new Set(ROAD_CHARGES.filter(({ amountPence }) => amountPence === null).map(({ zone }) => zone))
    expect(START_ZONES.filter(({ kind }) => kind === 'ban').map(({ code }) => code)).toEqual([...banZones])
    expect(START_ZONES.map(({ code }) => code).toSorted()).toEqual(ZONES.toSorted())
  })
})

describe('rows', () => {
  test('no two of the first rows hold for one class on one day', () => {
    for (const day of daysFromTo('2022-01-01', '2031-12-31'))
      for (const zone of ZONES)
        for (const vehicleClass of VEHICLE_CLASSES) {
          const holding = ROAD_CHARGES.filter(
            (row) =>
              row.zone === zone && row.vehicleClass === vehicleClass && row.fromDay <= day && (row.toDay ?? '9') >= day,
          )
          expect(holding.length).toBeLessThanOrEqual(1)
        }
  })

  test('a later row takes the place of an open one', () => {
    const [first, ...others] = ROAD_CHARGES
    const raised = first ? [{ ...first, amountPence: 1400, fromDay: '2027-04-01' }, first, ...others] : []
    const amounts = ['2027-03-31', '2027-04-01'].map(
      (day) => chargedDays(raised, oldDiesel, [visit('ulez', `${day} 09:00`, `${day} 10:00`)])[0]?.amountPence,
    )
    expect(amounts).toEqual([1250, 1400])
  })

  test('longer inside never pays for fewer days, and no van pays a zone twice a day', () => {
    const anyVan = fc.record({ fuel: fc.constantFrom(...FUELS), euroClass: fc.option(fc.nat(7)) })
    const anyVisit = fc.record({
      zone: fc.constantFrom(...ZONES),
      day: fc.nat(1500),
      minute: fc.nat(1439),
      minutes: fc.nat(3000),
    })
    fc.assert(
      fc.property(anyVan, fc.array(anyVisit, { maxLength: 4 }), fc.nat(300), (van, visits, more) => {
        const inside = (extra: number) =>
          visits.map(({ zone, day, minute, minutes }) => {
            const start = toInstant(addDays('2026-01-01', day), minute)
            return { zone, start, end: new Date(start.getTime() + (minutes + extra) * 60_000) }
          })
        const days = paid(van, ...inside(0))
        expect(new Set(days).size).toBe(days.length)
        expect(paid(van, ...inside(more))).toEqual(expect.arrayContaining(days))
        expect(VEHICLE_CLASSES).toContain(vehicleClassOf(van))
      }),
    )
  })
})
