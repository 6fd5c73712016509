import { describe, expect, test } from 'vitest'
import { MOST_DOCUMENT_BYTES, MOST_FILES, sidesOf } from '#modules/fleet/documents/rules.ts'
import { formOf, placedErrors, viewAfter, type View, type ViewStep } from './document-files.tsx'
import {
  countDocuments,
  isToDo,
  pagesOf,
  documentFlaw,
  documentLine,
  standingText,
  type Document,
  type Submission,
} from './document-texts.ts'
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

test('fields come before files, and empty ones not at all', () => {
  const pages = [new File(['x'], 'front.jpg'), new File(['y'], 'back.jpg')]
  const form = formOf({ fields: { kind: 'mot', expires_on: '' } }, pages)
  expect([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])).toEqual([
    ['kind', 'mot'],
    ['files', 'front.jpg'],
    ['files', 'back.jpg'],
  ])
})

const places = ['expires_on']

test.each([
  ['at its field', { expires_on: 'Late.' }, { expires_on: 'Late.' }],
  ['at its page', { 'files.1': 'Locked.' }, { 'files.1': 'Locked.' }],
  ['of the whole where one has no place', { expires_on: 'Late.', kind: 'Odd.' }, { pages: 'The first.' }],
  ['of the whole where none came', {}, { pages: 'The first.' }],
])('what the server says is said %s', (_, errors, expected) => {
  expect(placedErrors({ ok: false, reason: 'The first.', errors }, places)).toEqual(expected)
})

const start: View = { page: 0, zoom: 0, turn: 0 }

test.each<[ViewStep[], View]>([
  [['next'], { page: 1, zoom: 0, turn: 0 }],
  [['next', 'next', 'next'], { page: 2, zoom: 0, turn: 0 }],
  [['previous'], start],
  [['closer', 'turn', 'next'], { page: 1, zoom: 0, turn: 0 }],
  [['closer', 'turn', 'previous'], { page: 0, zoom: 1, turn: 1 }],
  [['closer', 'closer', 'closer', 'closer', 'further'], { page: 0, zoom: 2, turn: 0 }],
  [['further'], start],
  [['turn', 'turn', 'turn'], { page: 0, zoom: 0, turn: 3 }],
  [['turn', 'turn', 'turn', 'turn'], start],
])('%j of three pages', (steps, expected) => {
  expect(steps.reduce((view, step) => viewAfter(view, step, 3), start)).toEqual(expected)
})

describe('texts', () => {
  const today = '2026-03-12'
  const submission = (more: Partial<Submission> = {}): Submission => ({
    id: '1',
    kind: 'mot',
    status: 'approved',
    number: null,
    expiresOn: '2026-04-02',
    coverPence: null,
    coverPerItemPence: null,
    daysLeft: 21,
    reason: null,
    submittedAt: '2026-03-09T17:40:00Z',
    decidedAt: '2026-03-11T09:00:00Z',
    isBeingDrawn: false,
    files: [],
    ...more,
  })
  const document = (standing: Document['standing'], more: Partial<Document> = {}): Document => ({
    kind: 'mot',
    label: 'MOT certificate',
    scope: 'unit',
    isRequired: true,
    standing,
    current: null,
    newest: null,
    ...more,
  })

  describe('how a document stands', () => {
    test.each([
      ['missing', {}, 'Missing', 'The certificate with the day it expires', true],
      ['missing', { isRequired: false }, 'Missing', 'The certificate with the day it expires', false],
      [
        'pending',
        { newest: submission({ status: 'pending', submittedAt: '2026-03-12T09:12:00Z' }) },
        'Waiting',
        'Sent today, 09:12',
        false,
      ],
      [
        'refused',
        { newest: submission({ status: 'refused' }) },
        'Refused',
        'Sent 09/03/2026, refused 11/03/2026',
        true,
      ],
      ['approved', { current: submission({ expiresOn: null }) }, 'Approved', 'Approved', false],
      ['expiring', { current: submission() }, 'Expires in 21 days', 'Approved, expires on 02/04/2026', true],
      ['expiring', { current: submission({ daysLeft: 1 }) }, 'Expires today', 'Approved, expires on 02/04/2026', true],
      [
        'expiring',
        { current: submission(), newest: submission({ status: 'pending' }) },
        'Expires in 21 days',
        'Approved, expires on 02/04/2026',
        false,
      ],
      [
        'expired',
        { newest: submission({ expiresOn: '2026-03-01' }) },
        'Expired',
        'Approved, expired on 01/03/2026',
        true,
      ],
    ] as const)('%s %#', (standing, more, badge, line, todo) => {
      const given = document(standing, more)
      expect([standingText(given), documentLine(given, today), isToDo(given)]).toEqual([badge, line, todo])
    })
  })

  test('what is in counts of what is needed', () => {
    const documents = [
      document('pending'),
      document('approved'),
      document('expired'),
      document('missing', { isRequired: false }),
    ]
    expect(countDocuments(documents)).toEqual({ inCount: 2, needed: 3, isComplete: false })
  })

  test('every page of every file has its picture and its number', () => {
    const page = (number: number) => ({ page: number, url: `/${number}`, bytes: 9, width: 3, height: 4 })
    const one = [{ id: 'a', name: 'a.jpg', pages: [page(1)] }]
    const two = [...one, { id: 'b', name: 'b.pdf', pages: [page(1), page(2)] }]
    expect(pagesOf('MOT', submission({ files: one }))).toEqual([{ url: '/1', label: 'MOT', width: 3, height: 4 }])
    expect(pagesOf('MOT', submission({ files: two })).map(({ label, url }) => [label, url])).toEqual([
      ['MOT, page 1 of 3', '/1'],
      ['MOT, page 2 of 3', '/1'],
      ['MOT, page 3 of 3', '/2'],
    ])
    expect(pagesOf('MOT', submission())).toEqual([])
  })

  test('a file of another kind is told what to send instead', () => {
    expect(documentFlaw({ name: 'v5c.docx', type: '' })).toBe('We can’t read v5c.docx. Send a photo or a PDF.')
    for (const file of [
      { name: 'v5c.PDF', type: '' },
      { name: 'v5c', type: 'application/pdf' },
      { name: 'v5c.jpg', type: 'image/jpeg' },
      { name: 'v5c.heic', type: '' },
    ])
      expect(documentFlaw(file)).toBeNull()
  })
})

describe('pages', () => {
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
})
