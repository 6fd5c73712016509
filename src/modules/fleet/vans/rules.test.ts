import { describe, expect, it } from 'vitest'
import { VANS } from '../data.ts'
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
} from './rules.ts'
import type { VanCategory } from '../rules.ts'

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

  it('also where both weights are right and the payload is given with them', () => {
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
