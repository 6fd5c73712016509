import { describe, expect, it } from 'vitest'
import { vanProblems, type VanFacts } from './rules.ts'

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
