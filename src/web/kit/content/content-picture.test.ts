import { expect, test } from 'vitest'
import { firstOfRegions } from './content-picture.tsx'

test('each region is named once, by the first of its places', () => {
  const places = [
    { name: 'London', region: 'London' },
    { name: 'Brighton', region: 'South East' },
    { name: 'Reading', region: 'South East' },
    { name: 'Cardiff', region: 'Wales' },
  ]
  expect(firstOfRegions(places).map(({ name }) => name)).toEqual(['London', 'Brighton', 'Cardiff'])
  expect(firstOfRegions([])).toEqual([])
})
