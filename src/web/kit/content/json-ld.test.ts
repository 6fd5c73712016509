import { expect, test } from 'vitest'
import { breadcrumbs, jsonLd } from './json-ld.tsx'

const HOSTILE = '</script><script>alert(1)</script><!-- <script>'

test('whatever a text says, it stays in its element, and says the same', () => {
  const written = jsonLd([{ '@type': 'Article', headline: HOSTILE }])
  expect(written).not.toContain('<')
  expect(JSON.parse(written)).toEqual({ '@context': 'https://schema.org', '@type': 'Article', headline: HOSTILE })
})

test('several things are one graph; the way to a page begins at home', () => {
  const way = breadcrumbs('https://vanfare.example', [{ name: 'Services', to: '/our-services' }])
  expect(JSON.parse(jsonLd([way, { '@type': 'Service' }]))['@graph']).toHaveLength(2)
  expect(way).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://vanfare.example/' },
      { position: 2, name: 'Services', item: 'https://vanfare.example/our-services' },
    ],
  })
})
