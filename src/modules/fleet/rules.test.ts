import { describe, expect, test } from 'vitest'
import { VAN_DETAILS, VANS, VEHICLE_MAKERS } from './data.ts'
import {
  atLeastHelp,
  canCarryCrew,
  canHaveTailLift,
  capHelpToVan,
  CREW_SIZE,
  flightsOf,
  HELP_LEVEL_LABELS,
  HELP_LEVELS,
  helpLevelsFor,
  isHelpLevel,
  isStairs,
  isVanCategory,
  lesserHelp,
  STAIRS,
  STAIRS_OPTIONS,
  stairsLabel,
  VAN_CATEGORIES,
} from './rules.ts'

describe('the four vans', () => {
  test.each([
    ['small_van', 0, 'Small Van', 500, 700, 2, 30, 170, 0, 120, 120, 2.5],
    ['medium_van', 1, 'Medium Van', 900, 1200, 3, 60, 240, 0, 140, 160, 6],
    ['large_van', 2, 'Large Van', 1000, 1500, 3, 90, 420, 0, 193, 175, 14],
    ['luton_van', 3, 'Luton Van', 1200, 1500, 3, 120, 400, 80, 218, 205, 20],
  ] as const)('%s has the figures of spec §9', (category, value, name, min, max, seats, minutes, l, over, h, w, m3) => {
    expect(VAN_DETAILS[category]).toMatchObject({
      category,
      value,
      name,
      payloadMinKg: min,
      payloadMaxKg: max,
      seats,
      capacity: seats,
      loadingUnloadingMinutes: minutes,
      lengthCm: l,
      overCabLengthCm: over,
      heightCm: h,
      widthCm: w,
      volumeM3: m3,
    })
  })

  test('stand smallest first and grow in every figure that decides a fit', () => {
    expect(VANS.map((van) => van.value)).toEqual([0, 1, 2, 3])
    for (const [index, van] of VANS.slice(1).entries()) {
      const smaller = VANS[index]
      expect(van.volumeM3).toBeGreaterThan(smaller?.volumeM3 ?? 0)
      expect(van.payloadMinKg).toBeGreaterThan(smaller?.payloadMinKg ?? 0)
      expect(van.lengthCm + van.overCabLengthCm).toBeGreaterThan(
        (smaller?.lengthCm ?? 0) + (smaller?.overCabLengthCm ?? 0),
      )
    }
  })

  test('only the Luton van can have a tail-lift', () => {
    expect(VAN_CATEGORIES.filter(canHaveTailLift)).toEqual(['luton_van'])
    expect(VANS.filter((van) => van.hasTailLiftOption).map((van) => van.category)).toEqual(['luton_van'])
    expect(canHaveTailLift(null)).toBe(false)
  })
})

describe('crews', () => {
  test('bring one to three people, the driver included', () => {
    expect(HELP_LEVELS.map((help) => CREW_SIZE[help])).toEqual([1, 1, 2, 3])
  })

  test('carry the labels of spec §3', () => {
    expect(HELP_LEVELS.map((help) => HELP_LEVEL_LABELS[help])).toEqual([
      'No help required',
      '1 man (driver helps)',
      '2 men (driver helps + 1 helper)',
      '3 men (driver helps + 2 helpers)',
    ])
  })

  test('of three are not offered in a small van', () => {
    expect(helpLevelsFor('small_van')).toEqual(['no_help', 'driver_helps', 'one_porter'])
    expect(canCarryCrew('small_van', 'two_porters')).toBe(false)
    for (const van of ['medium_van', 'large_van', 'luton_van'] as const) expect(helpLevelsFor(van)).toEqual(HELP_LEVELS)
  })

  test('are capped to what the van seats', () => {
    expect(capHelpToVan('two_porters', 'small_van')).toBe('one_porter')
    expect(capHelpToVan('driver_helps', 'small_van')).toBe('driver_helps')
    expect(capHelpToVan('two_porters', 'luton_van')).toBe('two_porters')
  })

  test('compare by how many help', () => {
    expect(lesserHelp('two_porters', 'driver_helps')).toBe('driver_helps')
    expect(lesserHelp('no_help', 'one_porter')).toBe('no_help')
    expect(atLeastHelp('one_porter', 'one_porter')).toBe(true)
    expect(atLeastHelp('no_help', 'driver_helps')).toBe(false)
  })
})

describe('stairs', () => {
  test('have one label for each value on the wire', () => {
    expect(STAIRS_OPTIONS.map((option) => option.value).toSorted((a, b) => a - b)).toEqual([...STAIRS])
    expect(stairsLabel(0)).toBe('No stairs (5 steps or less)')
    expect(stairsLabel(9)).toBe('There is a lift')
    expect(stairsLabel(1)).toBe('1 flight')
    expect(stairsLabel(8)).toBe('8 flights or more')
  })

  test('count no flight for a lift', () => {
    expect([0, 1, 8, 9].map((stairs) => (isStairs(stairs) ? flightsOf(stairs) : -1))).toEqual([0, 1, 8, 0])
  })
})

test('words from outside are recognised or not, whatever they are', () => {
  for (const value of [null, undefined, 3, {}, [], 'Small Van', '__proto__', 'toString']) {
    expect(isVanCategory(value)).toBe(false)
    expect(isHelpLevel(value)).toBe(false)
  }
  for (const value of ['1', 10, -1, 1.5, Number.NaN, true]) expect(isStairs(value)).toBe(false)
  expect(isVanCategory('luton_van')).toBe(true)
})

describe('vehicle makers', () => {
  test('have stable unique ids and stand in alphabetical order', () => {
    expect(new Set(VEHICLE_MAKERS.map((maker) => maker.id)).size).toBe(VEHICLE_MAKERS.length)
    const names = VEHICLE_MAKERS.map((maker) => maker.name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en-GB')))
  })

  test('have models without doubles, and every category has a choice of makers', () => {
    for (const { models } of VEHICLE_MAKERS) expect(new Set(models.map((model) => model.name)).size).toBe(models.length)
    for (const category of VAN_CATEGORIES) {
      const makers = VEHICLE_MAKERS.filter(({ models }) => models.some((model) => model.categories.includes(category)))
      expect(makers.length).toBeGreaterThanOrEqual(8)
    }
  })
})
