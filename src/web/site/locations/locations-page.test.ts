import { expect, test } from 'vitest'
import type { Location } from '../page-texts.ts'
import { byRegion, withParts } from './locations-page.tsx'

const town = (name: string, region: string): Location => ({
  id: name,
  name,
  slug: name.toLowerCase(),
  imageUrl: null,
  description: '',
  region,
  companies: null,
  fromPencePerHour: null,
})

test('towns are listed by region, London first; none is lost, and no region is empty', () => {
  const regions = byRegion([town('Glasgow', 'Scotland'), town('Camden', 'London'), town('Sark', 'The Channel')])
  expect(regions.map(({ name, towns }) => [name, ...towns.map((one) => one.name)])).toEqual([
    ['London', 'Camden'],
    ['Scotland', 'Glasgow'],
    ['Elsewhere', 'Sark'],
  ])
})

test('parts of a town are listed after it', () => {
  const london = { ...town('London', 'London'), subcategories: [town('Camden', 'London')] }
  expect(withParts([london, town('Leeds', 'Yorkshire')]).map(({ name }) => name)).toEqual(['London', 'Camden', 'Leeds'])
})
