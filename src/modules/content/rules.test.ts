import { describe, expect, it } from 'vitest'
import {
  isInstant,
  publicationProblems,
  wordCountOf,
  isSlug,
  pathOfPage,
  readingMinutes,
  searchResultOf,
  slugOf,
  LEAST_SEARCH_DESCRIPTION,
  MOST,
  type Facts,
  type PageContent,
} from './rules.ts'

it.each([
  ['Man & Van: what it costs', 'man-and-van-what-it-costs'],
  ['  Crème brûlée — on the move ', 'creme-brulee-on-the-move'],
  ['What’s £50 an hour?', 'whats-pounds-50-an-hour'],
  ['!!!', ''],
  ['word '.repeat(40), Array.from({ length: 16 }, () => 'word').join('-')],
  ['x'.repeat(200), 'x'.repeat(80)],
])('the slug of %j is %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
  expect(slug === '' || isSlug(slug)).toBe(true)
})

it.each([
  ['man-and-van', true],
  ['a', true],
  ['2026', true],
  ['', false],
  ['-van', false],
  ['van-', false],
  ['man--van', false],
  ['Van', false],
  ['über', false],
  ['a/b', false],
  ['x'.repeat(81), false],
])('%j is a slug: %s', (text, is) => {
  expect(isSlug(text)).toBe(is)
})

it.each([
  ['', 0, 1],
  ['One two three.', 3, 1],
  ['## A *heading*\n\n- [a link](/our-services/man-and-van#here) & more', 5, 1],
  ['It’s a 3-hour job.', 4, 1],
  ['word '.repeat(344), 344, 1],
  ['word '.repeat(346), 346, 2],
])('words of %j', (markdown, wordCount, minutes) => {
  expect(wordCountOf(markdown)).toBe(wordCount)
  expect(readingMinutes(wordCount)).toBe(minutes)
})

it.each([
  ['service', 'man-and-van', '/our-services/man-and-van'],
  ['location', 'brighton', '/our-locations/brighton'],
  ['article', 'boxes', '/blog/boxes'],
  ['root', 'home', '/'],
  ['root', 'faq', '/faq'],
] as const)('a %s %s is at %s', (kind, slug, path) => {
  expect(pathOfPage(kind, slug)).toBe(path)
})

describe('a search result', () => {
  const good = 'Compare whole prices for a man and van in Brighton and Hove, from a single room to a house.'
  it('has our name where there is room, and no advice where all is well', () => {
    expect(searchResultOf({ title: 'Man and van in Brighton', searchDescription: good })).toEqual({
      title: 'Man and van in Brighton | Vanfare',
      description: good,
      advice: [],
    })
  })
  it('is cut at a word, and says so', () => {
    const title = 'Everything that anybody has ever wanted to know about boxes and tape'
    const { title: shown, description, advice } = searchResultOf({ title, searchDescription: `${good} ${good}` })
    expect(shown).toBe('Everything that anybody has ever wanted to know about boxes…')
    expect(shown.length).toBeLessThanOrEqual(60)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(advice).toHaveLength(2)
  })
  it('is too short', () => {
    expect(searchResultOf({ title: 'Vans', searchDescription: 'Short.' }).advice).toEqual([
      'Write at least 70 characters, or a search engine picks words of its own.',
    ])
  })
})

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
const why = (facts: Facts, content: Partial<PageContent> = {}) =>
  Object.keys(publicationProblems({ ...plain, ...content, facts }))

it.each<[string, string[], Facts, Partial<PageContent>?]>([
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
])('%s lacks %j', (_what, missing, facts, content) => {
  expect(why(facts, content)).toEqual(missing)
})

it.each<[string, boolean]>([
  ['2026-09-14T07:00:00Z', true],
  ['2026-02-30T07:00:00Z', false],
  ['2026-09-14', false],
  ['2026-09-14T07:00:00+01:00', false],
])('%s is a moment: %s', (text, is) => {
  expect(isInstant(text)).toBe(is)
})
