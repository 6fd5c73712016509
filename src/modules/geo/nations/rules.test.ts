import { expect, it } from 'vitest'
import { nationOf } from './rules.ts'

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
