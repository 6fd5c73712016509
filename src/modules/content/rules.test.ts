import { describe, expect, it } from 'vitest'
import { countWords, isSlug, pathOfPage, readingMinutes, searchResultOf, slugOf } from './rules.ts'

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
])('words of %j', (markdown, words, minutes) => {
  expect(countWords(markdown)).toBe(words)
  expect(readingMinutes(words)).toBe(minutes)
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
