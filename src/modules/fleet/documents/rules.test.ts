import { describe, expect, it } from 'vitest'
import {
  canExpireOn,
  areAllSubmitted,
  MOST_PAGES,
  newestDocument,
  pagesFlaw,
  DOCUMENT_KINDS,
  documentsState,
  requiredDocuments,
  requiredStandings,
  validDocument,
  expiresSoon,
  documentStatusOf,
  type Document,
  type DocumentStatus,
  type DocumentsState,
  type Standing,
} from './rules.ts'

const today = '2026-11-20'
let handedIn = 0
const document = (status: DocumentStatus, expiresOn: string | null = null): Document => ({
  kind: 'mot',
  status,
  expiresOn,
  submittedAt: new Date(Date.UTC(2026, 0, 1) + ++handedIn),
})

describe('which documents a unit needs', () => {
  const always = ['v5c', 'hire_and_reward', 'goods_in_transit', 'public_liability']
  it.each<[string, Parameters<typeof requiredDocuments>[0], string[]]>([
    ['of an unknown year', { year: null, grossWeightKg: null }, ['mot']],
    ['of this year', { year: 2026, grossWeightKg: null }, []],
    ['three years old: its first MOT may not be due yet', { year: 2023, grossWeightKg: null }, []],
    ['four years old', { year: 2022, grossWeightKg: 3500 }, ['mot']],
    ['heavier than 3,500 kg', { year: 2026, grossWeightKg: 3501 }, ['operator_licence', 'tachograph']],
    ['old and heavy', { year: 2010, grossWeightKg: 7500 }, ['mot', 'operator_licence', 'tachograph']],
  ])('a van %s', (_name, van, more) => {
    expect(requiredDocuments(van, today).toSorted()).toEqual([...always, ...more].toSorted())
  })

  it('without a van: those of any', () => {
    expect(requiredDocuments(null, today).toSorted()).toEqual([...always, 'mot'].toSorted())
  })
})

describe('how many pages a document has', () => {
  it.each(DOCUMENT_KINDS)('%s: as many as it has sides, and not a book', (kind) => {
    const least = kind === 'driving_licence' ? 2 : 1
    const taken = Array.from({ length: MOST_PAGES + 2 }, (_, pages) => pages).filter((pages) => !pagesFlaw(kind, pages))
    expect([taken.find((pages) => pages > 0), taken.at(-1)]).toEqual([least, MOST_PAGES])
  })

  it('says which sides are missing', () => {
    expect(pagesFlaw('driving_licence', 1)).toBe('Send both sides: the front and the back.')
  })
})

describe('what documents of one kind are worth', () => {
  it.each<[string, Document[], Standing]>([
    ['none', [], 'missing'],
    ['taken back', [document('cancelled')], 'missing'],
    ['replaced', [document('replaced', '2030-01-01')], 'missing'],
    ['waiting', [document('pending', '2027-11-20')], 'pending'],
    ['refused', [document('refused', '2027-11-20')], 'refused'],
    ['refused, then sent again', [document('refused'), document('pending')], 'pending'],
    ['sent again and refused again', [document('refused'), document('refused')], 'refused'],
    ['sent again and taken back', [document('refused'), document('cancelled')], 'refused'],
    ['approved for ever', [document('approved')], 'approved'],
    ['approved, 31 days left', [document('approved', '2026-12-21')], 'approved'],
    ['approved, 30 days left', [document('approved', '2026-12-20')], 'expiring'],
    ['approved, its last day tomorrow', [document('approved', '2026-11-21')], 'expiring'],
    ['expires today', [document('approved', '2026-11-20')], 'expired'],
    ['expired', [document('approved', '2026-11-01')], 'expired'],
    [
      'T-081: renewed, the new one waits',
      [document('approved', '2026-12-01'), document('pending', '2027-12-01')],
      'expiring',
    ],
    [
      'T-081: the new one refused, the old one runs',
      [document('approved', '2027-06-01'), document('refused')],
      'approved',
    ],
    [
      'renewed and approved, the old one still there',
      [document('approved', '2026-12-01'), document('approved', '2027-12-01')],
      'approved',
    ],
    ['expired, the new one waits', [document('approved', '2026-11-01'), document('pending', '2027-11-01')], 'pending'],
    [
      'expired, the new one refused',
      [document('approved', '2026-11-01'), document('refused', '2027-11-01')],
      'refused',
    ],
  ])('%s', (_name, documents, standing) => {
    expect(documentStatusOf(documents, today)).toBe(standing)
  })

  it('the one that counts is the one that runs longest; the one to talk about the newest', () => {
    const [soon, late, waits] = [
      document('approved', '2026-12-01'),
      document('approved', '2027-12-01'),
      document('pending'),
    ]
    expect(validDocument([late, soon, waits], today)).toBe(late)
    expect(newestDocument([waits, late, document('cancelled')])).toBe(waits)
  })

  it.each([
    ['2026-11-20', false],
    ['2026-11-21', true],
    ['2036-11-20', true],
    ['2099-01-01', false],
  ])('a new one may expire on %s: %s', (day, can) => {
    expect(canExpireOn(day, today)).toBe(can)
  })

  it.each([
    ['2026-12-20', true],
    ['2026-12-21', false],
    [null, false],
  ])('%s is soon: %s', (day, soon) => {
    expect(expiresSoon(day, today)).toBe(soon)
  })
})

describe('all documents together', () => {
  it.each<[Standing[], DocumentsState]>([
    [[], 'approved'],
    [['approved', 'approved'], 'approved'],
    [['approved', 'expiring'], 'expiring'],
    [['expiring', 'pending'], 'pending'],
    [['pending', 'missing'], 'missing'],
    [['pending', 'expired'], 'missing'],
    [['missing', 'refused'], 'refused'],
    [['refused', 'pending', 'expiring'], 'refused'],
  ])('%j make %s', (standings, state) => {
    expect(documentsState(standings)).toBe(state)
  })

  it('are handed in as soon as none is missing, refused or expired', () => {
    const standings: Standing[] = ['pending', 'approved', 'expiring', 'missing', 'refused', 'expired']
    expect(standings.map((standing) => areAllSubmitted(['approved', standing]))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('come one for each kind that the van needs', () => {
    const documents = DOCUMENT_KINDS.map((kind) => ({ ...document('approved'), kind }))
    expect(requiredStandings(documents, { year: 2026, grossWeightKg: null }, today)).toEqual(Array(4).fill('approved'))
  })
})
