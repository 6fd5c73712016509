import { describe, expect, it } from 'vitest'
import { nationOf, compareOutcodes, expandOutcodes, toPlace } from './rules.ts'

describe('expandOutcodes', () => {
  it.each([
    ['BR1-5,7', ['BR1', 'BR2', 'BR3', 'BR4', 'BR5', 'BR7']],
    ['EC1/AMN SW1A', ['EC1A', 'EC1M', 'EC1N', 'SW1A']],
    ['HA0-1,8', ['HA0', 'HA1', 'HA8']],
    [' E\n GY9 ', ['E', 'GY9']],
    ['', []],
  ])('%j', (text, outcodes) => expect(expandOutcodes(text)).toEqual(outcodes))
})

describe('toPlace', () => {
  it('reads a row of the table', () => {
    expect(toPlace(['W1A', 51.52, -0.1, 'Soho and Fitzrovia'])).toEqual({
      code: 'W1A',
      lat: 51.52,
      lng: -0.1,
      name: 'Soho and Fitzrovia',
    })
  })

  it.each([
    ['E17', 51.586, 'Walthamstow'],
    ['E17', 51.586, -0.019],
    ['e17', 51.5, 0, 'Somewhere'],
    ['E17', '51.5', 0, 'Walthamstow'],
    ['E17', 51.5, 0, 'Walthamstow', 'E18'],
  ])('refuses the row %j %j %j', (...row) => expect(() => toPlace(row)).toThrow('Not a row of the outcode table'))
})

it('compareOutcodes: as people count', () => {
  expect(['E10', 'EC1A', 'E2', 'E1W', 'E1', 'BN', 'E'].sort(compareOutcodes)).toEqual([
    'BN',
    'E',
    'E1',
    'E1W',
    'E2',
    'E10',
    'EC1A',
  ])
})

it.each([
  ['E17', 'england'],
  ['EH1', 'scotland'],
  ['TD1', 'scotland'],
  ['TD15', 'england'],
  ['CF10', 'wales'],
  ['LD1', 'wales'],
  ['SY1', 'england'],
  ['SY23', 'wales'],
  ['CH1', 'england'],
  ['CH7', 'wales'],
  ['BT1', 'northern_ireland'],
  ['JE2', 'jersey'],
  ['GY9', 'guernsey'],
  ['IM4', 'isle_of_man'],
] as const)('%s is in %s', (outcode, nation) => expect(nationOf(outcode)).toBe(nation))

it.each([
  ['CH4', 'W92000004', 'wales'],
  ['LD7', 'E92000001', 'england'],
  ['TD12', 'E92000001', 'england'],
  ['CA6', 'S92000003', 'scotland'],
  ['BT1', 'N92000002', 'northern_ireland'],
  ['IM1', 'M83000003', 'isle_of_man'],
  ['JE3', 'L93000001', 'jersey'],
] as const)('%s with country code %s is in %s', (outcode, code, nation) => expect(nationOf(outcode, code)).toBe(nation))
