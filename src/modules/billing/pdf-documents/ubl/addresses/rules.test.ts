import { expect, it } from 'vitest'
import { addressParts } from './rules.ts'

it.each([
  ['14 Wood Street, London E17 3HX', '14 Wood Street', 'London', 'E17 3HX', 'GB'],
  ['Unit 3, Basin Road South, Portslade, BN41 1WF', 'Unit 3, Basin Road South', 'Portslade', 'BN41 1WF', 'GB'],
  ['Flat 2, Wood Street, London, UK, e173hx', 'Flat 2, Wood Street', 'London', 'E17 3HX', 'GB'],
  ['1 The Esplanade\nSt Helier\nJE2 3QA', '1 The Esplanade', 'St Helier', 'JE2 3QA', 'JE'],
  ['St Peter Port, GY1 1AA, Guernsey', '', 'St Peter Port', 'GY1 1AA', 'GG'],
  ['Douglas IM1 2AA', '', 'Douglas', 'IM1 2AA', 'IM'],
  ['Walthamstow', '', 'Walthamstow', '', 'GB'],
  ['14 Wood Street', '14 Wood Street', '', '', 'GB'],
  ['E17 4QH', '', '', 'E17 4QH', 'GB'],
  ['', '', '', '', 'GB'],
])('%s', (address, street, city, postcode, country) => {
  expect(addressParts(address)).toEqual({ street, city, postcode, country })
})
