import { describe, expect, it } from 'vitest'
import { VANS } from '../data.ts'
import type { VanCategory } from '../rules.ts'
import {
  declaredMasses,
  heavyVanText,
  isHeavy,
  isSameMass,
  isUnknown,
  massProblems,
  NO_MASSES,
  payloadOf,
  type Masses,
} from './rules.ts'

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
  ])('%s', (_name, said, known, declared) => {
    expect(declaredMasses(said, known)).toEqual(declared)
  })

  it('is new or the same, known or not', () => {
    expect(isSameMass(masses(3500, 2350, 1150), masses(3500, 2350, 1150))).toBe(true)
    expect(isSameMass(masses(3500, 2350, 1150), masses(3500, 2340, 1160))).toBe(false)
    expect([isUnknown(NO_MASSES), isUnknown(masses(3500, null, null))]).toEqual([true, false])
  })
})

const flawsOf = (said: Masses, category: VanCategory) => massProblems(said, declaredMasses(said, NO_MASSES), category)

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
  ])('not with %s', (_name, said, category, flaws) => {
    const found = flawsOf(said, category)
    expect(Object.keys(found)).toEqual(Object.keys(flaws))
    for (const [field, words] of Object.entries(flaws)) expect(found[field]?.[0]).toMatch(words)
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
    [3501, false, true, /operator’s licence and tachograph papers.* category C1/],
    [4250, true, true, /operator’s licence and tachograph papers.* \(category B\)/],
    [4251, true, true, /category C1/],
    [7500, false, true, /category C1/],
  ])('%s kg, electric %s: %s', (gross, isElectric, heavy, words) => {
    expect(isHeavy(gross)).toBe(heavy)
    expect(heavyVanText(gross, isElectric) ?? 'nothing').toMatch(words)
  })
})
