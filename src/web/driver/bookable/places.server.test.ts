import { expect, test } from 'vitest'
import { areaText, placesToTry } from './places.server.ts'

test.each<[string[], string | null]>([
  [[], null],
  [['IG8'], '1 district: Ilford (IG)'],
  [['IG8', 'IG9', 'PH33'], '3 districts: Ilford (IG), Perth (PH)'],
  [['IG1', 'PH1', 'BN1', 'AL1', 'BA1', 'BH1', 'BR1'], '7 districts in 7 areas'],
])('the area %j in words', (saved, expected) => {
  expect(areaText(saved)).toBe(expected)
})

test.each<[string, string[], string | null, { from: string; to: RegExp }]>([
  ['from the base, if jobs are taken there', ['E17'], 'E17 4QH', { from: 'E17 4QH', to: /^(E|N|IG)\d+ 1AA$/ }],
  ['from the base, in an area taken whole', ['E'], 'E17 4QH', { from: 'E17 4QH', to: /^(E|N|IG)\d+ 1AA$/ }],
  ['from the area, if the base lies outside', ['PH33'], 'E17 4QH', { from: 'PH33 1AA', to: /^PH\d+ 1AA$/ }],
  ['without a base', ['PH33'], null, { from: 'PH33 1AA', to: /^PH\d+ 1AA$/ }],
  ['without an area', [], 'E17 4QH', { from: 'E17 4QH', to: /^$/ }],
])('postcodes to try: %s', (_name, saved, base, { from, to }) => {
  const found = placesToTry(saved, base)
  expect(found.from).toBe(from)
  expect(found.to).toMatch(to)
  expect(found.to).not.toBe(found.from)
})
