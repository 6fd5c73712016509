import { expect, test } from 'vitest'
import { jsonLd } from '#web/kit/content/json-ld.tsx'
import { companyData } from './company-data.ts'

const company = {
  id: '0189f443-a060-792d-87e5-1969f713c3e9',
  name: 'Ali & Sons</script><script>alert(1)</script>',
  basePlace: 'Leeds',
  description: '',
  logoUrl: null,
  photos: [],
  districts: ['LS1'],
  rating: null,
  reviewsCount: 0,
} as unknown as Parameters<typeof companyData>[0]

const jsonLdOf = (more: object) => jsonLd([companyData({ ...company, ...more }, 'https://vanfare.example')])

test('stars are said of a company only where customers gave some', () => {
  expect(jsonLdOf({})).not.toContain('aggregateRating')
  expect(jsonLdOf({ rating: 5, reviewsCount: 0 })).not.toContain('aggregateRating')
  expect(jsonLdOf({ rating: null, reviewsCount: 3 })).not.toContain('aggregateRating')
  expect(JSON.parse(jsonLdOf({ rating: 4.86, reviewsCount: 3 }))).toMatchObject({
    '@type': 'MovingCompany',
    aggregateRating: { ratingValue: 4.86, reviewCount: 3, bestRating: 5, worstRating: 1 },
  })
})

test('a name that would end the element does not', () => {
  expect(jsonLdOf({})).not.toMatch(/[<]/)
  expect(JSON.parse(jsonLdOf({}))).toMatchObject({ name: company.name })
})
