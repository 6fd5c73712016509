import { describe, expect, it } from 'vitest'
import { firstIssuedOn, parseRegistration } from './rules.ts'

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
