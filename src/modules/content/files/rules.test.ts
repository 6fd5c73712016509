import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  hasHiddenCharacters,
  hasHiddenInText,
  LEAST_SEARCH_DESCRIPTION,
  MOST,
  MOVE_SIZES,
  REGIONS,
  ROOT_KEYS,
  TOPICS,
  type Facts,
  type Kind,
  type PageContent,
  publicationProblems,
} from '../rules.ts'
import { fileNameOf, FileProblems, parseFile, printFile, tidyBody, type PageFile } from './rules.ts'

const slug = fc.stringMatching(/^[a-z0-9]{1,6}(-[a-z0-9]{1,6}){0,3}$/)
const line = (most: number, least = 1) =>
  fc
    .string({ unit: 'grapheme', minLength: least, maxLength: most })
    .map((text) => text.trim().replaceAll(/\s/gu, ' ').slice(0, most).trim())
    .filter((text) => text.length >= least && !hasHiddenCharacters(text))
const outcode = fc.stringMatching(/^[A-Z]{1,2}[1-9][A-Z\d]?$/)
const district = fc.record({
  outcode,
  name: fc.stringMatching(/^[A-Za-z’:,'(][A-Za-z ’:,'()-]{0,18}[A-Za-z)]$/),
})
const facts = {
  service: fc.record({ kind: fc.constant('service' as const), notYet: fc.option<string>(line(MOST.notYet)) }),
  location: fc.record({
    kind: fc.constant('location' as const),
    region: fc.constantFrom(...REGIONS),
    districts: fc.array(district, { minLength: 3, maxLength: 8 }),
    moves: fc.array(fc.record({ size: fc.constantFrom(...MOVE_SIZES), from: district, to: district }), {
      minLength: 3,
      maxLength: 3,
    }),
  }),
  article: fc.record({
    kind: fc.constant('article' as const),
    topic: fc.constantFrom(...TOPICS),
    excerpt: line(MOST.excerpt),
    author: line(MOST.author),
    published: fc.option<string>(
      fc.integer({ min: 0, max: 4_000_000_000 }).map((s) => new Date(s * 1000).toISOString().replace('.000Z', 'Z')),
    ),
    highlighted: fc.option<number>(fc.constantFrom(1, 2, 3)),
  }),
  root: fc.record({ kind: fc.constant('root' as const) }),
} satisfies Record<Kind, fc.Arbitrary<Facts>>

const body = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 400 })
  .map(tidyBody)
  .filter((text) => text !== '' && !hasHiddenInText(text))
const page = (kind: Kind): fc.Arbitrary<PageFile> =>
  fc
    .record({
      slug: kind === 'root' ? fc.constantFrom<string>(...ROOT_KEYS) : slug,
      parent: kind === 'service' || kind === 'location' ? fc.option(slug) : fc.constant(null),
      order: fc.integer({ min: 0, max: MOST.place }),
      picture: fc.option(fc.uuid()),
      name: line(MOST.name),
      title: line(MOST.title),
      description: line(MOST.description),
      searchDescription: line(MOST.searchDescription, LEAST_SEARCH_DESCRIPTION),
      body,
      facts: facts[kind] as fc.Arbitrary<Facts>,
    })
    .filter(({ parent, slug: own }) => parent !== own)
    .map(({ slug: own, parent, order, picture, ...content }) => ({
      kind,
      slug: own,
      parent,
      order,
      picture,
      content,
    }))

const LONG = 'x'.repeat(MOST.body + 1)
/** What an editor might leave in a field. */
const ODD = [
  '',
  'Short.',
  'x'.repeat(75),
  'y'.repeat(1000),
  LONG,
  '\u{202e}turned round',
  'a \u{7} bell',
  '2026-09-14',
  null,
  0,
  2,
  4,
  [],
  [{ outcode: 'BN1', name: 'Brighton' }],
  [
    { outcode: 'bn1', name: 'A' },
    { outcode: 'BN2', name: 'B' },
    { outcode: 'BN3', name: 'C' },
  ],
  [
    { outcode: 'BN1', name: 'a; b' },
    { outcode: 'BN2', name: 'B' },
    { outcode: 'BN3', name: 'C' },
  ],
]

/** One field says something odd, if that is of the field's type. */
function withOdd(content: PageContent, at: number, odd: unknown): PageContent {
  const { facts: own, ...lines } = content
  const fields = [
    ...Object.keys(lines).map((key) => ['words', key] as const),
    ...Object.keys(own)
      .filter((key) => key !== 'kind')
      .map((key) => ['facts', key] as const),
  ]
  const [where, key] = fields[at % fields.length] ?? ['words', 'name']
  const before: unknown = Object.entries(where === 'words' ? lines : own).find(([name]) => name === key)?.[1]
  const mayBeNull = ['notYet', 'published', 'highlighted'].includes(key)
  const typeOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)
  const expectedType = before === null ? (key === 'highlighted' ? 'number' : 'string') : typeOf(before)
  const isOfType = odd === null ? mayBeNull : typeOf(odd) === expectedType
  // An absent line of a file is null, an empty one is that too.
  if (!isOfType || (odd === '' && mayBeNull) || (key === 'moves' && Array.isArray(odd) && odd.length > 0))
    return content
  return where === 'words' ? { ...content, [key]: odd } : { ...content, facts: Object.assign({}, own, { [key]: odd }) }
}

describe.each<Kind>(['service', 'location', 'article', 'root'])('a file of a %s', (kind) => {
  it('is read as it was printed, and printed as it was read', () => {
    fc.assert(
      fc.property(page(kind), (file) => {
        const text = printFile(file)
        const read = parseFile(kind, file.slug, text)
        expect(read).toEqual(file)
        expect(printFile(read as PageFile)).toBe(text)
      }),
    )
  })

  // What the office publishes is what a file may say, to the letter: whatever stands in one field of a page.
  it('may be published if its file is taken over, and only then', () => {
    fc.assert(
      fc.property(page(kind), fc.nat(), fc.constantFrom<unknown>(...ODD), (file, at, odd) => {
        const content = withOdd(file.content, at, odd)
        const read = parseFile(kind, file.slug, printFile({ ...file, content }))
        const mayBePublished = Object.keys(publicationProblems(content)).length === 0
        const taken = read instanceof FileProblems ? null : read.content
        expect(taken, JSON.stringify(content)).toEqual(
          mayBePublished ? { ...content, body: tidyBody(content.body) } : null,
        )
      }),
      { numRuns: 400 },
    )
  })

  it('is read or refused, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.boolean(), (text, hasHead) => {
        const read = parseFile(kind, 'home', hasHead ? `---\n${text}\n---\n\nText` : text)
        const reread = read instanceof FileProblems ? read : parseFile(kind, 'home', printFile(read))
        expect(reread).toEqual(read)
        expect(read instanceof FileProblems && read.problems.length === 0).toBe(false)
      }),
    )
  })
})

const BRIGHTON = `---
name: Brighton
title: Man and van in Brighton
description: Vans and hands by the sea.
search_description: Compare whole prices for a man and van in Brighton and Hove, from a single room to a house.
order: 3
region: South East
districts: BN1 Brighton; BN2 Kemptown; BN3 Hove
moves: room BN2 Kemptown > BN3 Hove; flat BN1 Brighton > BN7 Lewes; house BN1 Brighton > CR0 Croydon
---

The sea is **close**: parking isn’t.
`

const problemsOf = (text: string, kind: Kind = 'location', own = 'brighton'): readonly string[] => {
  const read = parseFile(kind, own, text)
  return read instanceof FileProblems ? read.problems : []
}

describe('reading', () => {
  it('finds what a location says', () => {
    const read = parseFile('location', 'brighton', BRIGHTON)
    expect(read).toMatchObject({
      order: 3,
      parent: null,
      content: {
        body: 'The sea is **close**: parking isn’t.',
        facts: {
          districts: [{ outcode: 'BN1', name: 'Brighton' }, { name: 'Kemptown' }, { name: 'Hove' }],
          moves: [{ size: 'room', to: { outcode: 'BN3', name: 'Hove' } }, {}, { to: { outcode: 'CR0' } }],
        },
      },
    })
    expect(fileNameOf(read as PageFile)).toBe('locations/brighton.md')
    expect(parseFile('location', 'brighton', BRIGHTON.replaceAll('\n', '\r\n'))).toEqual(read)
  })

  it.each<[string, string, string]>([
    ['no head', 'name: Brighton', 'It doesn’t begin with a head between two lines of three hyphens.'],
    ['a line twice', BRIGHTON.replace('order: 3', 'order: 3\norder: 4'), 'order is there twice.'],
    ['an unknown line', BRIGHTON.replace('order: 3', 'order: 3\ncolour: blue'), 'Nothing is known of "colour".'],
    ['no region', BRIGHTON.replace('region: South East\n', ''), `region: Choose one of ${REGIONS.join(', ')}.`],
    ['another region', BRIGHTON.replace('South East', 'Sussex'), `region: Choose one of ${REGIONS.join(', ')}.`],
    ['two districts', BRIGHTON.replace('; BN3 Hove\n', '\n'), 'districts: Name three to eight districts.'],
    [
      'a district without a name',
      BRIGHTON.replace('; BN2 Kemptown;', '; BN2;'),
      'districts is a list such as BN1 Brighton; BN2 Kemptown.',
    ],
    ['two moves', BRIGHTON.replace('; house BN1 Brighton > CR0 Croydon', ''), 'moves: Name three typical moves.'],
    [
      'a move of nothing',
      BRIGHTON.replace('room BN2', 'boat BN2'),
      'moves is a list such as room BN2 Kemptown > BN3 Hove.',
    ],
    ['an order of words', BRIGHTON.replace('order: 3', 'order: third'), 'order is a whole number up to 9999.'],
    [
      'a short search description',
      BRIGHTON.replace(/search_description: .*/, 'search_description: Short.'),
      'search_description: Write at least 70 characters.',
    ],
    [
      'a long title',
      BRIGHTON.replace('Man and van in Brighton', 'x'.repeat(71)),
      'title: At most 70 characters; it has 71.',
    ],
    ['no text', BRIGHTON.replace(/The sea.*/, ''), 'body: Write the text of the page.'],
    [
      'a text turned round',
      BRIGHTON.replace('by the sea', '\u{202e}aes eht yb'),
      'description: This has characters that can’t be seen. Type it again.',
    ],
    ['itself as its parent', BRIGHTON.replace('order: 3', 'order: 3\nparent: brighton'), 'It can’t belong to itself.'],
  ])('names in its report %s', (_what, text, problem) => {
    expect(problemsOf(text)).toContain(problem)
  })

  it('knows the pages of their own, and slugs', () => {
    const plain = '---\nname: A\n---\n\nText'
    expect(problemsOf(plain, 'root', 'terms')).toContain('There is no page "terms".')
    expect(problemsOf(plain, 'article', 'Über_uns')).toContain(
      '"Über_uns" is no slug: small letters, digits and single hyphens.',
    )
  })
})
