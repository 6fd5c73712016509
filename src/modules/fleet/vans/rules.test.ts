import { describe, expect, it } from 'vitest'
import { crewsThatFit, parseRegistration, vanProblems, type VanFacts } from './rules.ts'

describe('a registration', () => {
  it.each([
    ['lk72vnf', 'LK72 VNF'],
    ['LK72 VNF', 'LK72 VNF'],
    ['lk72-vnf', 'LK72 VNF'],
    ['A1', 'A1'],
    ['NIZ 4821', 'NIZ4821'],
    ['T400 VAN', 'T400VAN'],
    ['VANFARE', null],
    ['12345', null],
    ['LK72 VNFX', null],
    ['<b>1', null],
    ['', null],
  ])('%j is %j', (text, plate) => {
    expect(parseRegistration(text)).toBe(plate)
  })
})

const van: VanFacts = { category: 'large_van', hasTailLift: false, fuel: 'diesel', euroClass: 6, year: 2022 }

describe('a van', () => {
  it.each<[string, Partial<VanFacts>, string[]]>([
    ['as it should be', {}, []],
    ['with a tail-lift that is none', { hasTailLift: true }, ['has_tail_lift']],
    ['with a tail-lift', { category: 'luton_van', hasTailLift: true }, []],
    ['from next year', { year: 2027 }, []],
    ['from the future', { year: 2028 }, ['year']],
    ['that burns something of no class', { euroClass: null }, ['euro_class']],
    ['that burns nothing', { fuel: 'electric', euroClass: null }, []],
  ])('%s', (_name, more, fields) => {
    expect(Object.keys(vanProblems({ ...van, ...more }, 2026))).toEqual(fields)
  })

  it('takes the crews that fit its seats', () => {
    const all = ['no_help', 'driver_helps', 'one_porter', 'two_porters'] as const
    expect(crewsThatFit(all, 'small_van')).toEqual(['no_help', 'driver_helps', 'one_porter'])
    expect(crewsThatFit(all, 'medium_van')).toEqual(all)
    expect(crewsThatFit(['two_porters'], 'small_van')).toEqual(['no_help'])
  })
})
