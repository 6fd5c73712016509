import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, daysFromTo, type LocalDay } from '#shared/local-time.ts'
import {
  coversDay,
  DOCUMENT_KINDS,
  expiryAhead,
  documentsValidUntil,
  requiredDocuments,
  validDocument,
  type Document,
  type DocumentKind,
  type VanWithDocuments,
} from './rules.ts'

const van: VanWithDocuments = { year: 2025, grossWeightKg: 3500 }
const documentOf = (
  kind: DocumentKind,
  expiresOn: LocalDay | null,
  status: Document['status'] = 'approved',
): Document => ({
  kind,
  status,
  expiresOn,
  submittedAt: new Date(0),
})
const usual = [
  documentOf('v5c', null),
  documentOf('goods_in_transit', '2027-08-01'),
  documentOf('public_liability', '2027-08-01'),
]
const insured = [...usual, documentOf('hire_and_reward', '2026-12-15')]
const renewed = [...insured, documentOf('hire_and_reward', '2027-12-15')]

it.each([
  ['infinity', null],
  ['-infinity', null],
  ['2026-11-20', null],
  ['2026-11-21', '2026-11-21'],
])('on 20 November documents that count until %s expire ahead on %s', (until, day) => {
  expect(expiryAhead(until, '2026-11-20')).toBe(day)
})

it.each<[string, Document[], VanWithDocuments | null, string]>([
  ['of nothing', [], van, '-infinity'],
  ['of no van', renewed, null, '-infinity'],
  ['without one of them', usual, van, '-infinity'],
  ['to the day of the first that expires', insured, van, '2026-12-15'],
  ['of a renewal that is approved', renewed, van, '2027-08-01'],
  ['not of one that waits', [...insured, documentOf('hire_and_reward', '2027-12-15', 'pending')], van, '2026-12-15'],
  [
    'not of one that was replaced',
    [...insured, documentOf('hire_and_reward', '2027-12-15', 'replaced')],
    van,
    '2026-12-15',
  ],
  ['to the first MOT of the van', renewed, { ...van, year: 2023 }, '2027-01-01'],
  ['past it with an MOT', [...renewed, documentOf('mot', '2027-03-01')], { ...van, year: 2023 }, '2027-03-01'],
  ['of an MOT that nobody needs yet', [...renewed, documentOf('mot', '2026-12-01')], van, '2027-08-01'],
  ['of an unknown year without MOT', renewed, { ...van, year: null }, '-infinity'],
  ['of a heavy van without its papers', renewed, { ...van, grossWeightKg: 4250 }, '-infinity'],
  [
    'of a heavy van with them',
    [...renewed, documentOf('operator_licence', '2027-02-01'), documentOf('tachograph', '2027-05-01')],
    { ...van, grossWeightKg: 4250 },
    '2027-02-01',
  ],
  [
    'for ever',
    ['v5c', 'hire_and_reward', 'goods_in_transit', 'public_liability', 'mot'].map((kind) =>
      documentOf(kind as DocumentKind, null),
    ),
    van,
    'infinity',
  ],
])('papers cover a unit: %s', (_name, documents, ofVan, until) => {
  expect(documentsValidUntil(documents, ofVan)).toBe(until)
})

const today = '2026-11-20'
const day = fc.integer({ min: -40, max: 400 }).map((days) => addDays(today, days))
const anyDocument = fc.record({
  kind: fc.constantFrom(...DOCUMENT_KINDS),
  status: fc.constantFrom(
    'approved',
    'approved',
    'approved',
    'approved',
    'approved',
    'pending',
    'refused',
    'replaced',
    'cancelled',
  ),
  expiresOn: fc.option(day, { freq: 4 }),
  submittedAt: fc.constant(new Date(0)),
})
const anyVan = fc.option(
  fc.record({
    year: fc.option(fc.integer({ min: 2020, max: 2026 }), { freq: 9 }),
    grossWeightKg: fc.constantFrom(null, 3500, 3500, 4250),
  }),
  { freq: 9 },
)

it('is, for any documents and any day ahead, what looking at every day and every document says', () => {
  let covered = 0
  fc.assert(
    fc.property(fc.array(anyDocument, { minLength: 15, maxLength: 60 }), anyVan, day, (documents, ofVan, last) => {
      const lastDay = last < today ? today : last
      // Every day of a job that begins today or later has its documents.
      const isCovered = daysFromTo(today, lastDay).every((one) =>
        requiredDocuments(ofVan, one).every((kind) =>
          validDocument(
            documents.filter((document) => document.kind === kind),
            one,
          ),
        ),
      )
      covered += Number(isCovered)
      expect(coversDay(documentsValidUntil(documents, ofVan), lastDay)).toBe(isCovered)
    }),
    { numRuns: 300 },
  )
  expect(covered).toBeGreaterThan(20)
})
