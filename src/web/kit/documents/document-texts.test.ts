import { describe, expect, test } from 'vitest'
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
    ['refused', { newest: submission({ status: 'refused' }) }, 'Refused', 'Sent 09/03/2026, refused 11/03/2026', true],
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
