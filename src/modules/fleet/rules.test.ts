import { describe, expect, it } from 'vitest'
import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import { VAN_DETAILS, VANS, VEHICLE_MAKERS } from './data.ts'
import { companyInMail, driverState } from './drivers/rules.ts'
import { canBring, birthDayProblem, parseShareCode, peopleStanding, type UnitPeople } from './people/rules.ts'
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
  type VanCategory,
  unitPath,
} from './rules.ts'
import { confirmsAtOnce, districtsWithin, knownCode, tidyDistricts, possessive, unitCalled } from './units/rules.ts'
import {
  firstIssuedOn,
  parseRegistration,
  declaredMasses,
  heavyVanText,
  isHeavy,
  isSameMass,
  isUnknown,
  massProblems,
  NO_MASSES,
  payloadOf,
  type Masses,
  vanProblems,
  type VanFacts,
} from './vans/rules.ts'

describe('the four vans', () => {
  it.each([
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

  it('stand smallest first and grow in every figure that decides a fit', () => {
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

  it('only the Luton van can have a tail-lift', () => {
    expect(VAN_CATEGORIES.filter(canHaveTailLift)).toEqual(['luton_van'])
    expect(VANS.filter((van) => van.hasTailLiftOption).map((van) => van.category)).toEqual(['luton_van'])
    expect(canHaveTailLift(null)).toBe(false)
  })
})

describe('crews', () => {
  it('bring one to three people, the driver included', () => {
    expect(HELP_LEVELS.map((help) => CREW_SIZE[help])).toEqual([1, 1, 2, 3])
  })

  it('carry the labels of spec §3', () => {
    expect(HELP_LEVELS.map((help) => HELP_LEVEL_LABELS[help])).toEqual([
      'No help required',
      '1 man (driver helps)',
      '2 men (driver helps + 1 helper)',
      '3 men (driver helps + 2 helpers)',
    ])
  })

  it('of three are not offered in a small van', () => {
    expect(helpLevelsFor('small_van')).toEqual(['no_help', 'driver_helps', 'one_porter'])
    expect(canCarryCrew('small_van', 'two_porters')).toBe(false)
    for (const van of ['medium_van', 'large_van', 'luton_van'] as const) expect(helpLevelsFor(van)).toEqual(HELP_LEVELS)
  })

  it('are capped to what the van seats', () => {
    expect(capHelpToVan('two_porters', 'small_van')).toBe('one_porter')
    expect(capHelpToVan('driver_helps', 'small_van')).toBe('driver_helps')
    expect(capHelpToVan('two_porters', 'luton_van')).toBe('two_porters')
  })

  it('compare by how many help', () => {
    expect(lesserHelp('two_porters', 'driver_helps')).toBe('driver_helps')
    expect(lesserHelp('no_help', 'one_porter')).toBe('no_help')
    expect(atLeastHelp('one_porter', 'one_porter')).toBe(true)
    expect(atLeastHelp('no_help', 'driver_helps')).toBe(false)
  })
})

describe('a van that confirms by itself', () => {
  const start = new Date('2026-11-28T09:00:00Z')
  it.each([
    ['with exactly its notice', [24], '2026-11-27T09:00:00Z', true],
    ['a moment too late', [24], '2026-11-27T09:00:00.001Z', false],
    ['whose driver answers', [null], '2026-11-01T09:00:00Z', false],
    ['beside another with its notice', [24, 48], '2026-11-26T09:00:00Z', true],
    ['beside another that needs more notice', [24, 48], '2026-11-26T09:00:01Z', false],
    ['beside one whose driver answers', [24, null], '2026-11-01T09:00:00Z', false],
    ['if there is none', [], '2026-11-01T09:00:00Z', false],
  ])('%s: %j', (_, hours, at, confirms) => {
    expect(confirmsAtOnce(hours, new Date(at), start)).toBe(confirms)
  })
})

describe('stairs', () => {
  it('have one label for each value on the wire', () => {
    expect(STAIRS_OPTIONS.map((option) => option.value).toSorted((a, b) => a - b)).toEqual([...STAIRS])
    expect(stairsLabel(0)).toBe('No stairs (5 steps or less)')
    expect(stairsLabel(9)).toBe('There is a lift')
    expect(stairsLabel(1)).toBe('1 flight')
    expect(stairsLabel(8)).toBe('8 flights or more')
  })

  it('count no flight for a lift', () => {
    expect([0, 1, 8, 9].map((stairs) => (isStairs(stairs) ? flightsOf(stairs) : -1))).toEqual([0, 1, 8, 0])
  })
})

it('words from outside are recognised or not, whatever they are', () => {
  for (const value of [null, undefined, 3, {}, [], 'Small Van', '__proto__', 'toString']) {
    expect(isVanCategory(value)).toBe(false)
    expect(isHelpLevel(value)).toBe(false)
  }
  for (const value of ['1', 10, -1, 1.5, Number.NaN, true]) expect(isStairs(value)).toBe(false)
  expect(isVanCategory('luton_van')).toBe(true)
})

describe('vehicle makers', () => {
  it('have stable unique ids and stand in alphabetical order', () => {
    expect(new Set(VEHICLE_MAKERS.map((maker) => maker.id)).size).toBe(VEHICLE_MAKERS.length)
    const names = VEHICLE_MAKERS.map((maker) => maker.name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en-GB')))
  })

  it('have models without doubles, and every category has a choice of makers', () => {
    for (const { models } of VEHICLE_MAKERS) expect(new Set(models.map((model) => model.name)).size).toBe(models.length)
    for (const category of VAN_CATEGORIES) {
      const makers = VEHICLE_MAKERS.filter(({ models }) => models.some((model) => model.categories.includes(category)))
      expect(makers.length).toBeGreaterThanOrEqual(8)
    }
  })
})

describe('drivers', () => {
  const now = new Date('2026-11-20T09:00:00Z')

  it.each([
    [false, '2026-11-20T09:00:01Z', 'invited'],
    [false, '2026-11-20T09:00:00Z', 'expired'],
    [true, '2026-11-20T09:00:01Z', 'active'],
    [true, '2026-11-01T09:00:00Z', 'active'],
  ])('joined %j, expires at %s: %s', (hasJoined, expiresAt, state) => {
    expect(driverState({ hasJoined, expiresAt: new Date(expiresAt) }, now)).toBe(state)
  })

  const hidden = 'A company on Vanfare'

  it.each([
    ['Pennant & Daughters', 'Pennant & Daughters'],
    ['Zoë’s Vans (2024) Ltd.', 'Zoë’s Vans (2024) Ltd.'],
    ['You have won! evil.example', hidden],
    ['evil.example', hidden],
    ['WWW evil', hidden],
    ['https evil', hidden],
    ['<b>Vans</b>', hidden],
    ['', hidden],
    ['x'.repeat(81), hidden],
  ])('%j is written as %j to a stranger', (name, written) => expect(companyInMail(name)).toBe(written))
})

describe('people', () => {
  const today = '2026-11-20'
  const none: UnitPeople = { until: [], graceUntil: null, isWaiting: false, isRefused: false }

  describe('a share code for work', () => {
    it.each([
      ['W12ABC345', 'W12ABC345'],
      [' w12 abc-345 ', 'W12ABC345'],
      ['R12ABC345', null],
      ['W12ABC34', null],
      ['W12ABC3456', null],
      ['W12ABÇ345', null],
      ['', null],
    ])('%j is %j', (text, code) => expect(parseShareCode(text)).toBe(code))
  })

  describe('a date of birth', () => {
    it.each([
      ['2010-11-20', undefined],
      ['2010-11-21', 'Check the date of birth: people must be at least 16, born before 21/11/2010.'],
      ['3010-11-20', 'Check the date of birth: people must be at least 16, born before 21/11/2010.'],
      ['1926-11-20', undefined],
      ['1926-11-19', 'Check the date of birth: enter a day after 19/11/1926.'],
    ])('%s: %s', (day, problem) => expect(birthDayProblem(day, today)).toBe(problem))
  })

  describe('a unit stands with its people', () => {
    it.each<[string, Partial<UnitPeople>, ReturnType<typeof peopleStanding>]>([
      ['without any', {}, 'missing'],
      ['while one waits', { isWaiting: true }, 'pending'],
      ['where one was refused', { isRefused: true }, 'refused'],
      ['where one was refused and another waits', { isRefused: true, isWaiting: true }, 'pending'],
      ['with one for good', { until: ['infinity'] }, 'approved'],
      ['with one for good and one refused', { until: ['infinity'], isRefused: true }, 'approved'],
      ['with one for 31 days', { until: ['2026-12-21'] }, 'approved'],
      ['with one for 30 days', { until: ['2026-12-20'] }, 'expiring'],
      ['on its last day', { until: ['2026-11-21'] }, 'expiring'],
      ['on the day it expires', { until: ['2026-11-20'] }, 'expired'],
      ['in its days of grace', { graceUntil: '2026-12-20' }, 'approved'],
      ['after its days of grace', { graceUntil: '2026-11-20' }, 'missing'],
    ])('%s: %s', (_, people, standing) => expect(peopleStanding({ ...none, ...people }, today)).toBe(standing))
  })

  describe('a unit brings as many as are checked on the day', () => {
    const until = ['infinity', '2027-03-01', '2026-12-01']
    it.each([
      ['2026-11-30', 4],
      ['2026-12-01', 3],
      ['2027-02-28', 3],
      ['2027-03-01', 2],
      ['2030-01-01', 2],
    ])('on %s %i help levels', (day, count) =>
      expect(HELP_LEVELS.filter((help) => canBring({ until, graceUntil: null }, help, day))).toEqual(
        HELP_LEVELS.slice(0, count),
      ),
    )

    it('brings any crew in its days of grace, up to the day they end', () => {
      const people = { until: [], graceUntil: '2026-12-20' }
      expect(canBring(people, 'two_porters', '2026-12-19')).toBe(true)
      expect(canBring(people, 'no_help', '2026-12-20')).toBe(false)
    })
  })
})

describe('units', () => {
  it.each([
    ['/calendar', '/calendar?unit=7'],
    ['/calendar?day=2026-11-23', '/calendar?day=2026-11-23&unit=7'],
    ['/working-unit#jobs', '/working-unit?unit=7#jobs'],
    ['/calendar?unit=8&day=2026-11-23', '/calendar?unit=8&day=2026-11-23'],
    ['?page=2', '?page=2&unit=7'],
  ])('%s names its unit as %s', (path, named) => expect(unitPath(path, '7')).toBe(named))

  it('a unit is called by its name and plate, once it has one', () => {
    expect(unitCalled({ name: 'Dawn P.', registration: 'KX70 RMV' })).toBe('Dawn P. (KX70 RMV)')
    expect(unitCalled({ name: 'Dawn P.', registration: null })).toBe('Dawn P.')
  })

  it.each([
    ['Mick', 'Mick’s'],
    ['Mick (KX70 RMV)', 'Mick’s (KX70 RMV)'],
  ])('%s has %s papers', (called, owned) => expect(possessive(called)).toBe(owned))

  const gazetteer = { districts: outcodes, areas }

  describe('a code', () => {
    it.each([
      ['e17', 'E17'],
      [' SW1A ', 'SW1A'],
      ['sw', 'SW'],
      ['ZZ9', null],
      ['ZZ', null],
      ['E17 4QH', null],
      ['', null],
    ])('%j is %j', (text, code) => {
      expect(knownCode(text, gazetteer)).toBe(code)
    })
  })

  describe('a radius', () => {
    const base = { outcode: 'E17', lat: 51.586, lng: -0.018 }
    it('holds the districts whose middle is within it', () => {
      const found = districtsWithin(base, 10_000, gazetteer)
      expect(found).toEqual(expect.arrayContaining(['E17', 'E10', 'E11', 'N17', 'E4']))
      expect(found).not.toContain('SW1A')
      expect(found).not.toContain('BN1')
    })

    it('grows with its radius, and always holds its own district', () => {
      const sizes = [1000, 5000, 20_000, 100_000].map((radius) => districtsWithin(base, radius, gazetteer).length)
      expect(sizes[0]).toBeGreaterThanOrEqual(1)
      expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
      expect(districtsWithin({ ...base, lat: 60, lng: 2 }, 1000, gazetteer)).toEqual(['E17'])
    })
  })

  describe('what is stored', () => {
    it('has each code once, and no district beside its whole area', () => {
      expect(tidyDistricts(['E17', 'E17', 'SW1A', 'SW', 'SW2', 'S1']).toSorted()).toEqual(['E17', 'S1', 'SW'])
    })
  })
})

describe('vans', () => {
  const van: VanFacts = {
    registration: 'LK72 VNF',
    category: 'large_van',
    hasTailLift: false,
    fuel: 'diesel',
    euroClass: 6,
    year: 2022,
  }

  describe('a van', () => {
    it.each<[string, Partial<VanFacts>, string[]]>([
      ['as it should be', {}, []],
      ['with a tail-lift that is none', { hasTailLift: true }, ['has_tail_lift']],
      ['with a tail-lift', { category: 'luton_van', hasTailLift: true }, []],
      ['from next year', { year: 2027 }, []],
      ['from the future', { year: 2028 }, ['year']],
      ['that burns something of no class', { euroClass: null }, ['euro_class']],
      ['that burns nothing', { fuel: 'electric', euroClass: null }, []],
      ['on a plate of its year', { registration: 'AB72 ABC', year: 2022 }, []],
      ['on a plate that makes it look older', { registration: 'AB12 ABC', year: 2022 }, []],
      ['on a plate that makes it look newer', { registration: 'AB15 ABC', year: 2014 }, ['year']],
      ['on a prefix that makes it look newer', { registration: 'T400VAN', year: 1998, euroClass: 2 }, ['year']],
      ['on a plate from Northern Ireland, of any age', { registration: 'NIZ4821', year: 2009, euroClass: 5 }, []],
      ['on a plate that isn’t issued yet', { registration: 'AB27 ABC', year: 2026 }, ['registration']],
      ['on the plate of this September', { registration: 'AB76 ABC', year: 2026 }, []],
      ['of Euro 6 in 2013', { registration: 'AB13 ABC', year: 2013 }, []],
      ['of Euro 6 in 2012', { registration: 'AB12 ABC', year: 2012 }, ['euro_class']],
      ['of Euro 5 in 2008', { registration: 'AB08 ABC', year: 2008, euroClass: 5 }, []],
      ['of Euro 5 in 2007', { registration: 'AB07 ABC', year: 2007, euroClass: 5 }, ['euro_class']],
      ['of Euro 4 long before', { registration: 'A1', year: 1999, euroClass: 4 }, ['euro_class']],
      ['of Euro 7 in 2023', { year: 2023, euroClass: 7 }, ['euro_class']],
      ['of an old class in a new year, as imports and late stock are', { year: 2022, euroClass: 5 }, []],
      ['of a class and no year', { year: null, euroClass: 7 }, []],
    ])('%s', (_name, more, fields) => {
      expect(Object.keys(vanProblems({ ...van, ...more }, '2026-11-20'))).toEqual(fields)
    })
  })

  const masses = (grossWeightKg: number | null, kerbWeightKg: number | null, payloadKg: number | null): Masses => ({
    grossWeightKg,
    kerbWeightKg,
    payloadKg,
  })

  describe('what a driver says of a van', () => {
    it.each<[string, Masses, Masses, Masses]>([
      ['nothing, of nothing', NO_MASSES, NO_MASSES, NO_MASSES],
      ['both weights: the payload is between them', masses(3500, 2350, null), NO_MASSES, masses(3500, 2350, 1150)],
      ['the payload alone', masses(null, null, 1100), NO_MASSES, masses(null, null, 1100)],
      ['gross and payload', masses(3500, null, 1100), NO_MASSES, masses(3500, null, 1100)],
      ['nothing new', NO_MASSES, masses(3500, 2350, 1150), masses(3500, 2350, 1150)],
      ['another kerb weight', masses(null, 2400, null), masses(3500, 2350, 1150), masses(3500, 2400, 1100)],
      ['a payload, over a gross weight', masses(null, null, 900), masses(4600, null, null), masses(4600, null, 900)],
    ])('%s', (_name, submitted, known, declared) => {
      expect(declaredMasses(submitted, known)).toEqual(declared)
    })

    it('is new or the same, known or not', () => {
      expect(isSameMass(masses(3500, 2350, 1150), masses(3500, 2350, 1150))).toBe(true)
      expect(isSameMass(masses(3500, 2350, 1150), masses(3500, 2340, 1160))).toBe(false)
      expect([isUnknown(NO_MASSES), isUnknown(masses(3500, null, null))]).toEqual([true, false])
    })
  })

  const flawsOf = (submitted: Masses, category: VanCategory) =>
    massProblems(submitted, declaredMasses(submitted, NO_MASSES), category)

  describe('masses that are sane', () => {
    // Makers' tables: mass in running order and maximum, of vans met on British roads.
    it.each<[string, VanCategory, number, number]>([
      ['Fiat Fiorino 1.3', 'small_van', 1700, 1165],
      ['Citroën Berlingo XL 1000', 'small_van', 2400, 1435],
      ['Renault Kangoo E-Tech', 'small_van', 2495, 1874],
      ['Ford Transit Custom 300', 'medium_van', 3000, 1925],
      ['Vauxhall Vivaro Electric', 'medium_van', 3100, 2014],
      ['Mercedes-Benz Sprinter 314', 'large_van', 3500, 2250],
      ['Ford E-Transit 425', 'large_van', 4250, 2688],
      ['Iveco Daily 72C', 'large_van', 7200, 2990],
      ['Peugeot Boxer Luton with tail-lift', 'luton_van', 3500, 2550],
      ['DAF LF with box', 'luton_van', 7500, 4600],
    ])('%s', (_name, category, gross, kerb) => {
      expect(flawsOf(masses(gross, kerb, null), category)).toEqual({})
    })

    it('hold for whatever the categories promise', () => {
      for (const { category, payloadMinKg, payloadMaxKg } of VANS)
        for (const kg of [payloadMinKg, payloadMaxKg])
          expect([category, kg, flawsOf(masses(null, null, kg), category)]).toEqual([category, kg, {}])
    })

    it.each<[string, Masses, VanCategory, Record<string, RegExp>]>([
      ['a nought too many', masses(null, null, 11_500), 'large_van', { payload_kg: /carries 450 to 4,500 kg of load/ }],
      ['pounds for kilograms', masses(7716, null, null), 'luton_van', { gross_weight_kg: /2,800 to 7,500 kg gross/ }],
      ['a lorry as a small van', masses(7500, null, null), 'small_van', { gross_weight_kg: /Small Van weighs 1,500/ }],
      ['the two the wrong way round', masses(2350, 3500, null), 'large_van', { kerb_weight_kg: /less empty than/ }],
      ['both the same', masses(3500, 3500, null), 'large_van', { kerb_weight_kg: /less empty than/ }],
      ['almost nothing left', masses(3500, 3300, null), 'large_van', { kerb_weight_kg: /leaves 200 kg for the load/ }],
      ['a payload that is another', masses(3500, 2350, 1200), 'large_van', { payload_kg: /is 1,150 kg/ }],
      ['an empty van of 500 kg', masses(null, 500, null), 'medium_van', { kerb_weight_kg: /1,400 to 2,700 kg empty/ }],
    ])('not with %s', (_name, submitted, category, flaws) => {
      const found = flawsOf(submitted, category)
      expect(Object.keys(found)).toEqual(Object.keys(flaws))
      for (const [field, pattern] of Object.entries(flaws)) expect(found[field]?.[0]).toMatch(pattern)
    })

    it('are accepted with both weights and the payload that follows from them', () => {
      expect(flawsOf(masses(3500, 2350, 1150), 'large_van')).toEqual({})
    })
  })

  describe('what a van carries', () => {
    it('is its own payload, else what every van of its category carries', () => {
      expect(payloadOf({ category: 'luton_van', payloadKg: 850 })).toBe(850)
      expect(payloadOf({ category: 'luton_van', payloadKg: null })).toBe(1200)
    })
  })

  describe('above 3,500 kg', () => {
    // gov.uk: "Being a goods vehicle operator" (over 3,500 kg), "Vehicles you can drive" (C1 from 3,500 to 7,500 kg; electric to 4,250 kg on B).
    it.each<[number | null, boolean, boolean, RegExp]>([
      [null, false, false, /^nothing$/],
      [3500, false, false, /^nothing$/],
      [3501, false, true, /operator’s licence and tachograph documents.* category C1/],
      [4250, true, true, /operator’s licence and tachograph documents.* \(category B\)/],
      [4251, true, true, /category C1/],
      [7500, false, true, /category C1/],
    ])('%s kg, electric %s: %s', (gross, isElectric, heavy, pattern) => {
      expect(isHeavy(gross)).toBe(heavy)
      expect(heavyVanText(gross, isElectric) ?? 'nothing').toMatch(pattern)
    })
  })

  describe('a registration', () => {
    it.each([
      ['current', 'lk72vnf', 'LK72 VNF'],
      ['current, with its space', 'LK72 VNF', 'LK72 VNF'],
      ['current, with a hyphen', 'lk72-vnf', 'LK72 VNF'],
      ['current, a Z among the last three', 'SK21 ZZZ', 'SK21 ZZZ'],
      ['prefix', 'T400 VAN', 'T400VAN'],
      ['prefix, one figure', 'a1 abc', 'A1ABC'],
      ['suffix', 'ABC 123D', 'ABC123D'],
      ['suffix, one figure', 'ABC 1Y', 'ABC1Y'],
      ['dateless', 'ABC 123', 'ABC123'],
      ['dateless, short', 'A1', 'A1'],
      ['dateless, one letter and four figures', 'A 1234', 'A1234'],
      ['dateless, the other way round', '1234 AB', '1234AB'],
      ['dateless, three letters behind', '123 ABC', '123ABC'],
      ['Northern Ireland', 'NIZ 4821', 'NIZ4821'],
      ['Northern Ireland, two letters', 'AZ 1234', 'AZ1234'],
      ['Northern Ireland, reversed', '1234 OI', '1234OI'],
      ['of unknown age', 'Q123 ABC', 'Q123ABC'],
    ])('%s: %j is %j', (_form, text, plate) => {
      expect(parseRegistration(text)).toBe(plate)
    })

    it.each([
      ['letters only', 'VANFARE'],
      ['figures only', '12345'],
      ['one too long', 'LK72 VNFX'],
      ['one too short', 'LK72 VN'],
      ['an I as a place', 'LI72 VNF'],
      ['a Q as a place', 'QK72 VNF'],
      ['an I among the last three', 'LK72 VIF'],
      ['O for nought', 'LKO2 VNF'],
      ['a prefix that was never used', 'O123 ABC'],
      ['a suffix that was never used', 'ABC 123Z'],
      ['figures that begin with nought', 'A012 ABC'],
      ['three letters and four figures, without I or Z', 'ABC 1234'],
      ['a Q among dateless letters', 'QA 123'],
      ['letters on both sides of two figures', 'A12 B'],
      ['markup', '<b>1'],
      ['nothing', ''],
    ])('%s is none: %j', (_why, text) => {
      expect(parseRegistration(text)).toBeNull()
    })
  })

  describe('the age in a registration', () => {
    // INF104: the tables of age identifiers, prefixes and suffixes.
    it.each([
      ['AB51 ABC', '2001-09-01'],
      ['AB02 ABC', '2002-03-01'],
      ['AB15 ABC', '2015-03-01'],
      ['AB65 ABC', '2015-09-01'],
      ['LK72 VNF', '2022-09-01'],
      ['AB76 ABC', '2026-09-01'],
      ['AB27 ABC', '2027-03-01'],
      ['A123 ABC', '1983-08-01'],
      ['G123 ABC', '1989-08-01'],
      ['J123 ABC', '1991-08-01'],
      ['R123 ABC', '1997-08-01'],
      ['S123 ABC', '1998-08-01'],
      ['T123 ABC', '1999-03-01'],
      ['V123 ABC', '1999-09-01'],
      ['Y123 ABC', '2001-03-01'],
      ['ABC 123A', '1963-01-01'],
      ['ABC 123E', '1967-01-01'],
      ['ABC 123F', '1967-08-01'],
      ['ABC 123M', '1973-08-01'],
      ['ABC 123Y', '1982-08-01'],
      ['NIZ 4821', null],
      ['ABC 123', null],
      ['1234 AB', null],
      ['Q123 ABC', null],
    ])('%s: from %s', (plate, day) => {
      expect(firstIssuedOn(plate)).toBe(day)
    })
  })
})
