import { expect, it } from 'vitest'
import { LEAST_SEARCH_DESCRIPTION, MOST, type Facts, type Words } from '../rules.ts'
import { isInstant, whyNotPublic } from './rules.ts'

const plain = {
  name: 'Brighton',
  title: 'Man and van in Brighton',
  description: 'Vans and hands by the sea.',
  searchDescription: 'Compare whole prices for a man and van in Brighton and Hove, from a single room to a house.',
  body: 'The sea is close.',
}
const district = (outcode: string, name = 'A part') => ({ outcode, name })
const move = { size: 'room' as const, from: district('BN1'), to: district('BN2') }
const article = {
  kind: 'article' as const,
  topic: 'Roads',
  excerpt: 'Boats and vans.',
  author: 'The office',
  published: null,
  highlighted: null,
}
const location = {
  kind: 'location' as const,
  region: 'South East',
  districts: [district('BN1'), district('BN2'), district('BN3')],
  moves: [move, move, move],
}
const why = (facts: Facts, words: Partial<Words> = {}) => Object.keys(whyNotPublic({ ...plain, ...words, facts }))

it.each<[string, string[], Facts, Partial<Words>?]>([
  ['a page of its own', [], { kind: 'root' }],
  ['an article', [], article],
  ['a location', [], location],
  ['a service', [], { kind: 'service', notYet: null }],
  [
    'an empty draft',
    ['name', 'title', 'description', 'search_description', 'body'],
    { kind: 'root' },
    { name: '', title: ' ', description: '', searchDescription: '', body: ' \n' },
  ],
  ['a name too long', ['name'], { kind: 'root' }, { name: 'x'.repeat(MOST.name + 1) }],
  [
    'little to search by',
    ['search_description'],
    { kind: 'root' },
    { searchDescription: 'x'.repeat(LEAST_SEARCH_DESCRIPTION - 1) },
  ],
  ['a text turned round', ['body'], { kind: 'root' }, { body: 'One.\n\u{202e}owT' }],
  ['an article of nobody', ['facts.excerpt', 'facts.author'], { ...article, excerpt: '', author: ' ' }],
  ['an article of a day', ['facts.published'], { ...article, published: '2026-09-14' }],
  ['a fourth of three', ['facts.highlighted'], { ...article, highlighted: 4 }],
  ['an article about cheese', ['facts.topic'], { ...article, topic: 'Cheese' }],
  ['a location without places', ['facts.districts', 'facts.moves'], { ...location, districts: [], moves: [] }],
  [
    'a district that would be two',
    ['facts.districts'],
    { ...location, districts: [district('BN1', 'a; b'), district('BN2'), district('BN3')] },
  ],
  [
    'a move from nowhere',
    ['facts.moves'],
    { ...location, moves: [move, move, { ...move, from: district('BN1', '') }] },
  ],
  ['a service that is late for no reason', ['facts.not_yet'], { kind: 'service', notYet: ' ' }],
])('%s lacks %j', (_what, missing, facts, words) => {
  expect(why(facts, words)).toEqual(missing)
})

it.each<[string, boolean]>([
  ['2026-09-14T07:00:00Z', true],
  ['2026-02-30T07:00:00Z', false],
  ['2026-09-14', false],
  ['2026-09-14T07:00:00+01:00', false],
])('%s is a moment: %s', (text, is) => {
  expect(isInstant(text)).toBe(is)
})
