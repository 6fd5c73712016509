import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differences, shortened, stepsBetween, type Line } from './differences.ts'
import { draftOf, errorsByField, newDraft, typedOf } from './draft-form.tsx'
import { appearsAt } from './page-parts.tsx'
import type { VersionText } from './page-texts.ts'
import { cropOf, MOST_ZOOM } from './picture-part.tsx'
import { inserted, marked, type Mark } from './text-part.tsx'

const shown = (before: string, after: string) =>
  differences(before, after).map(({ change, pieces }) => {
    const text = pieces.map(({ text: pieceText, isChanged }) => (isChanged ? `[${pieceText}]` : pieceText)).join('')
    return `${{ same: ' ', out: '-', in: '+' }[change]}${text}`
  })

it.each([
  ['', '', [' ']],
  ['a\nb', 'a\nb', [' a', ' b']],
  ['a van', 'a luton van', ['-a van', '+a [luton ]van']],
  ['around £20 an hour', '£15 an hour', ['-[around ]£[20] an hour', '+£[15] an hour']],
  ['a\nb\nc', 'a\nc', [' a', '-[b]', ' c']],
  ['a\nc', 'a\nb\nc', [' a', '+[b]', ' c']],
])('%j to %j', (before, after, expected) => expect(shown(before, after)).toEqual(expected))

it('what is out and same is the text before, what is in and same the text after', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'a b', 'b a', ''), { maxLength: 12 }).map((lines) => lines.join('\n'))
  const side = (lines: readonly Line[], change: 'out' | 'in') =>
    lines
      .filter((line) => line.change === 'same' || line.change === change)
      .map(({ pieces }) => pieces.map((piece) => piece.text).join(''))
      .join('\n')
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = differences(before, after)
      expect(side(lines, 'out')).toBe(before)
      expect(side(lines, 'in')).toBe(after)
      expect(lines.every(({ change }) => change === 'same')).toBe(before === after)
    }),
  )
})

it('the longest texts that a page may have are compared word for word', () => {
  const many = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`)
  expect(stepsBetween(many('a'), many('b'))).toHaveLength(40_000)
})

it('far from a change nothing is shown', () => {
  const before = Array.from({ length: 20 }, (_, index) => `line ${index}`)
  const after = before.with(10, 'another')
  const lines = shortened(differences(before.join('\n'), after.join('\n')))
  expect(lines).toHaveLength(8)
  expect([lines[0], lines.at(-1)]).toEqual([null, null])
})

describe('the draft’s form', () => {
  const version = (facts: VersionText['facts']): VersionText => ({
    number: 3,
    name: 'Name',
    title: 'Title',
    description: 'Description',
    searchDescription: 'Search',
    body: 'Text',
    facts,
    picture: { id: 'p', url: '/p', alt: 'A van' },
    searchResult: { title: '', description: '', advice: [] },
    readingMinutes: 1,
  })

  const district = (outcode: string, name: string) => ({ outcode, name })

  describe('a version in the fields of the editor', () => {
    it.each<VersionText['facts']>([
      { kind: 'root' },
      { kind: 'service', notYet: null },
      { kind: 'service', notYet: 'Not yet.' },
      { kind: 'article', topic: 'Roads', excerpt: 'E', author: 'A', published: '2026-01-02T03:04:05Z', highlighted: 2 },
      { kind: 'article', topic: 'Price', excerpt: '', author: '', published: null, highlighted: null },
      {
        kind: 'location',
        region: 'South East',
        districts: [district('BN1', 'Brighton'), district('BN3', 'Hove')],
        moves: [{ size: 'flat', from: district('BN1', 'Brighton'), to: district('BN3', 'Hove') }],
      },
    ])('goes back as it came: %j', (facts) => {
      const { name, title, description, searchDescription, body } = version(facts)
      expect(draftOf(typedOf(version(facts)))).toEqual({
        name,
        title,
        description,
        searchDescription,
        body,
        facts,
        pictureId: 'p',
      })
    })

    it('names the line that cannot be read', () => {
      const draft = { ...newDraft('location', 'Hove'), districts: 'BN3 Hove\n\nbrighton', moves: 'BN1 > BN3' }
      expect(draftOf(draft)).toEqual({
        errors: {
          districts: [expect.stringContaining('“brighton” can’t be read')],
          moves: [expect.stringContaining('“BN1 > BN3” can’t be read')],
        },
      })
    })
  })

  it('a new page has its title as its name, as far as there is room', () => {
    const draft = newDraft('article', 'A title that is a good deal longer than a name may be')
    expect(draft).toMatchObject({ kind: 'article', name: 'A title that is a good deal longer than', body: '' })
  })

  it('what is wrong is said at its field', () => {
    expect(
      errorsByField({
        'facts.excerpt': ['Too long.'],
        body: ['None.', 'More.'],
        'facts.moves.0.from.name': ['No name.'],
      }),
    ).toEqual({ excerpt: 'Too long.', body: 'None.', moves: 'No name.' })
  })
})

describe('parts of a page', () => {
  const now = new Date('2026-11-24T09:00:00Z')

  it.each([
    ['', '', { at: null, errors: {}, notice: null }],
    ['25/11/2026', '07:00', { at: '2026-11-25T07:00:00.000Z', errors: {}, notice: null }],
    ['25/11/2026', '7:00', { at: '2026-11-25T07:00:00.000Z' }],
    ['01/07/2027', '07:00', { at: '2027-07-01T06:00:00.000Z' }],
    ['28/03/2027', '01:30', { at: null, errors: { time: expect.stringContaining('01:30 doesn’t exist') } }],
    ['28/03/2027', '02:00', { at: '2027-03-28T01:00:00.000Z' }],
    ['31/10/2027', '01:30', { at: '2027-10-31T00:30:00.000Z', notice: expect.stringContaining('comes twice') }],
    ['24/11/2026', '09:00', { at: null, errors: { day: expect.stringContaining('has passed') } }],
    ['31/02/2027', '25:00', { at: null, errors: { day: expect.any(String), time: expect.any(String) } }],
    ['25/11/2026', '', { at: null, errors: { time: expect.any(String) } }],
    ['25/11/2026', '24:00', { at: null, errors: { time: expect.any(String) } }],
    ['tomorrow', '07:00', { at: null, errors: { day: expect.any(String) } }],
  ])('%j at %j', (day, time, expected) => expect(appearsAt(day, time, now)).toMatchObject(expected))
})

describe('pictures', () => {
  it.each([
    [{ width: 1600, height: 900 }, 1, { left: 0, top: 0, width: 1, height: 1 }],
    [{ width: 900, height: 900 }, 1, { left: 0, top: 0.21875, width: 1, height: 0.5625 }],
    [{ width: 3200, height: 900 }, 1, { left: 0.25, top: 0, width: 0.5, height: 1 }],
    [{ width: 1600, height: 900 }, 2, { left: 0.25, top: 0.25, width: 0.5, height: 0.5 }],
  ])('%j at %d', (picture, zoom, expected) =>
    expect(cropOf({ zoom, across: 0.5, down: 0.5 }, picture)).toEqual(expected),
  )

  it('is always 16:9 and within the picture', () => {
    const part = fc.double({ min: 0, max: 1, noNaN: true })
    const side = fc.integer({ min: 1, max: 8000 })
    const zoom = fc.double({ min: 1, max: MOST_ZOOM, noNaN: true })
    fc.assert(
      fc.property(side, side, zoom, part, part, (width, height, close, across, down) => {
        const crop = cropOf({ zoom: close, across, down }, { width, height })
        expect((crop.width * width) / (crop.height * height)).toBeCloseTo(16 / 9, 6)
        for (const [start, size] of [
          [crop.left, crop.width],
          [crop.top, crop.height],
        ] as const) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(start + size).toBeLessThanOrEqual(1 + 1e-9)
        }
      }),
    )
  })
})

describe('texts', () => {
  /** The selection stands between bars. */
  const read = (text: string) => {
    const [before = '', chosen = '', after = ''] = text.split('|')
    return { text: before + chosen + after, from: before.length, to: before.length + chosen.length }
  }
  const shown = ({ text, from, to }: ReturnType<typeof read>) =>
    `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`

  it.each<[Mark, string, string]>([
    ['bold', 'a |van| comes', 'a **|van|** comes'],
    ['italic', 'a || comes', 'a *|words|* comes'],
    ['link', 'a |van| comes', 'a [van](|/|) comes'],
    ['heading', 'one\ntw|o|\nthree', 'one\n|## two|\nthree'],
    ['list', 'o|ne\ntw|o', '|- one\n- tw|o'],
    ['heading', '||', '|## |'],
  ])('%s of %j', (mark, before, after) => expect(shown(marked(read(before), mark))).toBe(after))

  it('a picture stands on lines of its own', () =>
    expect(shown(inserted(read('one |two| three'), '![x](y)'))).toBe('one two\n\n|![x](y)|\n\n three'))
})
