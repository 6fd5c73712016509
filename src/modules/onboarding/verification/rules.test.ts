import { expect, test } from 'vitest'
import { DOCUMENT_KINDS, type DocumentKind } from '#modules/fleet/documents/rules.ts'
import { CHECK_FIELDS, CHECK_LABELS, checksOf, tickFlaws, type CheckedDocument, type OnFile } from './rules.ts'

const file: OnFile = {
  companyName: 'Pennant & Daughters',
  legalName: 'Pennant Removals Ltd',
  ownerName: 'Dawn Pennant',
  people: ['Rob Hart', 'Ali Khan'],
  van: {
    registration: 'LK72 VNF',
    make: 'Ford',
    model: 'Transit',
    year: 2022,
    grossWeightKg: 3500,
    kerbWeightKg: 2350,
  },
}
const nothing: OnFile = { ...file, legalName: null, ownerName: null, people: [], van: null }
const document = (kind: DocumentKind, more: Partial<CheckedDocument> = {}): CheckedDocument => ({
  kind,
  number: null,
  expiresOn: null,
  coverPence: null,
  coverPerItemPence: null,
  ...more,
})
const expiresOn = '2027-02-28'
const company = 'Pennant Removals Ltd or Dawn Pennant'

test.each<[CheckedDocument, OnFile, string]>([
  [
    document('v5c'),
    file,
    `registration LK72 VNF; vehicle Ford Transit; year 2022; keeper ${company}; gross_weight 3,500 kg; kerb_weight 2,350 kg`,
  ],
  [document('v5c', { number: 'A1' }), nothing, 'keeper Pennant & Daughters; number A1'],
  [document('mot', { expiresOn }), file, 'registration LK72 VNF; vehicle Ford Transit; expires_on 28/02/2027'],
  [
    document('hire_and_reward', { expiresOn, number: 'P-1' }),
    file,
    `registration LK72 VNF; insured ${company}; use Hire and reward; number P-1; expires_on 28/02/2027`,
  ],
  [
    document('goods_in_transit', { expiresOn, coverPence: 2_000_000, coverPerItemPence: 250_000 }),
    file,
    `insured ${company}; cover £20,000 a move, £2,500 an item; expires_on 28/02/2027`,
  ],
  [
    document('goods_in_transit', { expiresOn }),
    file,
    `insured ${company}; cover £10,000 a move and £1,500 an item, or more; expires_on 28/02/2027`,
  ],
  [document('public_liability'), file, `insured ${company}; cover £1 million or more`],
  // The holder is the person of the second van, not the owner.
  [document('driving_licence'), file, 'holder Rob Hart or Ali Khan'],
  [document('driving_licence'), { ...file, people: [] }, 'holder Dawn Pennant'],
  [
    document('tachograph', { expiresOn }),
    file,
    'registration LK72 VNF; holder Rob Hart or Ali Khan; expires_on 28/02/2027',
  ],
])('%j', (given, onFile, expected) => {
  expect(
    checksOf(given, onFile)
      .map((check) => `${check.field} ${check.onFile}`)
      .join('; '),
  ).toBe(expected)
})

test('every kind has something to compare, and every field a name', () => {
  for (const kind of DOCUMENT_KINDS)
    expect([kind, checksOf(document(kind), nothing).length > 0]).toEqual([kind, kind !== 'mot'])
  for (const field of CHECK_FIELDS) expect(CHECK_LABELS[field]).toBeTruthy()
})

const checks = checksOf(document('mot', { expiresOn }), file)
const [plate, vehicle, day] = checks
test.each([
  ['all ticked', checks, [], []],
  ['one left out', [plate, vehicle], ['expires_on'], []],
  ['none', [], ['registration', 'vehicle', 'expires_on'], []],
  ['one that was another then', [{ field: 'registration', onFile: 'LK21 XTR' }, vehicle, day], [], ['registration']],
] as const)('ticks: %s', (_name, ticks, missing, changed) => {
  expect(
    tickFlaws(
      checks,
      ticks.flatMap((tick) => tick ?? []),
    ),
  ).toEqual({ missing, changed })
})
