import { describe, expect, test } from 'vitest'
import { MOST_DOCUMENT_BYTES, MOST_FILES, sidesOf } from '#modules/fleet/documents/rules.ts'
import {
  movedForward,
  nextShot,
  pageName,
  pagesToSendFlaw,
  retaken,
  turned,
  withFiles,
  without,
  type Page,
  type Sides,
} from './pages.ts'

const photo = (name: string) => new File(['x'], name, { type: 'image/jpeg' })
const pdf = new File(['%PDF-'], 'licence.pdf', { type: 'application/pdf' })
const pagesOf = (...files: File[]) => withFiles([], files).pages
const names = (pages: readonly Page[]) => pages.map(({ file }) => file.name).join()
const licence = sidesOf('driving_licence')
const three = pagesOf(photo('a'), photo('b'), photo('c'))

describe('pages in order', () => {
  test.each([
    ['taken out', without(three, 2), 'a,c'],
    ['taken again, at its place', retaken(three, 2, photo('z')), 'a,z,c'],
    ['moved before the one before', movedForward(three, 3), 'a,c,b'],
    ['the first stays the first', movedForward(three, 1), 'a,b,c'],
    ['one that isn’t there', movedForward(three, 9), 'a,b,c'],
    ['added at the end', withFiles(three, [photo('d')]).pages, 'a,b,c,d'],
    ['added after one was taken out', withFiles(without(three, 3), [photo('d')]).pages, 'a,b,d'],
  ])('%s', (_, pages, expected) => {
    expect(names(pages)).toBe(expected)
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length)
  })

  test('are as many as one document may have; the others are counted', () => {
    const { pages, left } = withFiles(
      three,
      Array.from({ length: MOST_FILES }, () => photo('d')),
    )
    expect([pages.length, left]).toEqual([MOST_FILES, 3])
  })

  test('turn by quarters from the photo as it was taken, and a new photo is the right way up', () => {
    const turnedOnce = turned(three, 2, photo('b1'))
    expect(turnedOnce[1]).toMatchObject({ quarters: 1, source: { name: 'b' }, file: { name: 'b1' } })
    const fourTimes = [2, 3, 4].reduce((pages) => turned(pages, 2, photo('bn')), turnedOnce)
    expect(fourTimes[1]?.quarters).toBe(0)
    expect(retaken(turnedOnce, 2, photo('z'))[1]).toMatchObject({ quarters: 0, source: { name: 'z' } })
  })
})

describe('a licence has two sides', () => {
  const [none, one, two] = [[], pagesOf(photo('a')), pagesOf(photo('a'), photo('b'))]
  test.each([
    [none, 'Photograph the front', 'Take a photo or choose a file first.'],
    [one, 'Photograph the back', 'Add the back, too: we need both sides.'],
    [two, 'Photograph another page', null],
    // How many pages it has is for the server to see.
    [pagesOf(pdf), 'Photograph another page', null],
  ])('%#', (pages, shot, flaw) => {
    expect([nextShot(licence, pages), pagesToSendFlaw(licence, pages)]).toEqual([shot, flaw])
  })

  test('each is named; what has no sides has pages', () => {
    const all = pagesOf(photo('a'), photo('b'), photo('c'))
    const named = (sides: Sides, pages: Page[]) => pages.map((_, at) => pageName(sides, pages, at))
    expect(named(licence, all)).toEqual(['Front', 'Back', 'Page 3'])
    expect(named([], all)).toEqual(['Page 1', 'Page 2', 'Page 3'])
    expect(named(licence, pagesOf(pdf, photo('b')))).toEqual(['Page 1', 'Page 2'])
  })
})

test('what has no sides is one page or more, and not too much at once', () => {
  expect(nextShot([], [])).toBe('Take a photo')
  expect(pagesToSendFlaw([], pagesOf(photo('a')))).toBeNull()
  const large = Object.defineProperty(photo('a'), 'size', { value: MOST_DOCUMENT_BYTES / 2 + 1 })
  expect(pagesToSendFlaw([], pagesOf(large, large))).toMatch(/^Together these are over 40 MB/)
})
