import { describe, expect, test } from 'vitest'
import {
  countPapers,
  isToDo,
  pagesOf,
  paperFlaw,
  paperLine,
  standingText,
  type Paper,
  type PaperDocument,
} from './document-words.ts'

const today = '2026-03-12'
const document = (more: Partial<PaperDocument> = {}): PaperDocument => ({
  id: '1',
  kind: 'mot',
  status: 'approved',
  number: null,
  expiresOn: '2026-04-02',
  daysLeft: 21,
  reason: null,
  submittedAt: '2026-03-09T17:40:00Z',
  decidedAt: '2026-03-11T09:00:00Z',
  files: [],
  ...more,
})
const paper = (standing: Paper['standing'], more: Partial<Paper> = {}): Paper => ({
  kind: 'mot',
  label: 'MOT certificate',
  scope: 'unit',
  isRequired: true,
  standing,
  current: null,
  newest: null,
  ...more,
})

describe('how a paper stands', () => {
  test.each([
    ['missing', {}, 'Missing', 'The certificate with the day it runs out', true],
    ['missing', { isRequired: false }, 'Missing', 'The certificate with the day it runs out', false],
    [
      'pending',
      { newest: document({ status: 'pending', submittedAt: '2026-03-12T09:12:00Z' }) },
      'Waiting',
      'Sent today, 09:12',
      false,
    ],
    ['refused', { newest: document({ status: 'refused' }) }, 'Refused', 'Sent 09/03/2026, refused 11/03/2026', true],
    ['approved', { current: document({ expiresOn: null }) }, 'Approved', 'Approved', false],
    ['expiring', { current: document() }, 'Runs out in 21 days', 'Approved, runs out 02/04/2026', true],
    ['expiring', { current: document({ daysLeft: 1 }) }, 'Runs out today', 'Approved, runs out 02/04/2026', true],
    [
      'expiring',
      { current: document(), newest: document({ status: 'pending' }) },
      'Runs out in 21 days',
      'Approved, runs out 02/04/2026',
      false,
    ],
    ['expired', { newest: document({ expiresOn: '2026-03-01' }) }, 'Run out', 'Approved, ran out 01/03/2026', true],
  ] as const)('%s %#', (standing, more, badge, line, todo) => {
    const given = paper(standing, more)
    expect([standingText(given), paperLine(given, today), isToDo(given)]).toEqual([badge, line, todo])
  })
})

test('what is in counts of what is needed', () => {
  const papers = [paper('pending'), paper('approved'), paper('expired'), paper('missing', { isRequired: false })]
  expect(countPapers(papers)).toEqual({ inCount: 2, needed: 3, isAllIn: false })
})

test('every page of every file has its picture and its number', () => {
  const page = (number: number) => ({ page: number, url: `/${number}`, bytes: 9, width: 3, height: 4 })
  const one = [{ id: 'a', name: 'a.jpg', pages: [page(1)] }]
  const two = [...one, { id: 'b', name: 'b.pdf', pages: [page(1), page(2)] }]
  expect(pagesOf('MOT', document({ files: one }))).toEqual([{ url: '/1', label: 'MOT', width: 3, height: 4 }])
  expect(pagesOf('MOT', document({ files: two })).map(({ label, url }) => [label, url])).toEqual([
    ['MOT, page 1 of 3', '/1'],
    ['MOT, page 2 of 3', '/1'],
    ['MOT, page 3 of 3', '/2'],
  ])
  expect(pagesOf('MOT', document())).toEqual([])
})

test('a file of another kind is told what to send instead', () => {
  expect(paperFlaw({ name: 'v5c.docx', type: '' })).toBe('v5c.docx is no paper we can read. Send a photo or a PDF.')
  for (const file of [
    { name: 'v5c.PDF', type: '' },
    { name: 'v5c', type: 'application/pdf' },
    { name: 'v5c.jpg', type: 'image/jpeg' },
    { name: 'v5c.heic', type: '' },
  ])
    expect(paperFlaw(file)).toBeNull()
})
