import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysFromTo, type LocalDay } from '#shared/local-time.ts'
import {
  changedFacts,
  changeNotice,
  factsStanding,
  FACTS,
  factText,
  isSafeUntilDecided,
  pausingFacts,
  waitingReason,
  type ApprovedFacts,
  type DeclaredVan,
  type Fact,
} from './declarations-rules.ts'
import {
  expiryProblem,
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
  coversDay,
  expiryAhead,
  documentsValidUntil,
  type DocumentKind,
  type VanWithDocuments,
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
    ['2026-11-20', 'Enter a day after today, as shown on the document.'],
    ['2026-11-21', undefined],
    ['2036-11-20', undefined],
    ['2037-11-28', undefined],
    ['2037-11-29', 'Check the year, and enter a day before 29/11/2037.'],
    ['3026-11-21', 'Check the year, and enter a day before 29/11/2037.'],
  ])('a new one that expires on %s has the problem %s', (day, problem) => {
    expect(expiryProblem(day, today)).toBe(problem)
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

describe('insurance cover', () => {
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
})

describe('declarations', () => {
  const approved: ApprovedFacts = {
    registration: 'LK72 VNF',
    make: 'Ford',
    model: 'Transit',
    category: 'large_van',
    hasTailLift: false,
    fuel: 'petrol',
    euroClass: 5,
    year: 2020,
    grossWeightKg: 3500,
    kerbWeightKg: 2350,
    payloadKg: 1150,
  }
  const luton: Partial<ApprovedFacts> = { category: 'luton_van', hasTailLift: true }

  /** Each fact both ways: what was approved, what is declared, and what of it pauses the unit. */
  const CHANGES: [string, Partial<ApprovedFacts>, Partial<ApprovedFacts>, Fact[]][] = [
    ['nothing new', {}, {}, []],
    ['another registration', {}, { registration: 'AB12 CDE' }, ['registration']],
    ['another make and model', {}, { make: 'Fiat', model: 'Ducato' }, []],
    ['a smaller category', {}, { category: 'medium_van' }, ['category']],
    ['a bigger category', {}, { category: 'luton_van' }, []],
    ['a tail-lift lost', luton, { ...luton, hasTailLift: false }, ['hasTailLift']],
    ['a tail-lift gained', { category: 'luton_van' }, luton, []],
    ['a dirtier fuel', {}, { fuel: 'diesel', euroClass: 6 }, ['fuel']],
    ['a cleaner fuel', { fuel: 'diesel' }, {}, []],
    ['from electric to petrol', { fuel: 'electric', euroClass: null }, {}, ['fuel']],
    ['from petrol to electric', {}, { fuel: 'electric', euroClass: null }, []],
    ['from hybrid to petrol', { fuel: 'hybrid' }, {}, ['fuel']],
    ['a worse Euro class', {}, { euroClass: 4 }, ['euroClass']],
    ['a better Euro class', {}, { euroClass: 6 }, []],
    ['an older year, which asks for an MOT', {}, { year: 2015 }, []],
    ['a newer year', {}, { year: 2024 }, []],
    ['a heavier van that stays light', { grossWeightKg: 3000 }, {}, []],
    ['a van that needs papers', {}, { grossWeightKg: 3501 }, ['grossWeightKg']],
    ['a heavy van, not known before', { grossWeightKg: null }, { grossWeightKg: 4250 }, ['grossWeightKg']],
    ['a heavy van that gets heavier', { grossWeightKg: 4250 }, { grossWeightKg: 5000 }, ['grossWeightKg']],
    ['a heavy van that gets lighter', { grossWeightKg: 4250 }, {}, []],
    ['a heavier kerb weight with its payload', {}, { kerbWeightKg: 2500, payloadKg: 1000 }, ['payloadKg']],
    ['more payload', {}, { kerbWeightKg: 2200, payloadKg: 1300 }, []],
    ['less than its category, not known before', { payloadKg: null }, { payloadKg: 900 }, ['payloadKg']],
    ['more than its category, not known before', { payloadKg: null }, {}, []],
    ['several at once', {}, { category: 'small_van', euroClass: 4, year: 2010 }, ['category', 'euroClass']],
  ]

  describe('until the office has decided', () => {
    it.each(CHANGES)('%s', (_name, before, after, pausing) => {
      const [old, declared] = [
        { ...approved, ...before },
        { ...approved, ...after },
      ]
      expect(pausingFacts(old, declared)).toEqual(pausing)
      expect(isSafeUntilDecided(old, declared)).toBe(pausing.length === 0)
    })

    it('has a line for every fact, changed and not the only one of its kind', () => {
      const met = CHANGES.flatMap(([, before, after]) =>
        changedFacts({ ...approved, ...before }, { ...approved, ...after }),
      )
      expect(FACTS.filter((fact) => !met.includes(fact))).toEqual([])
    })
  })

  const declared = (more: Partial<ApprovedFacts>, status: 'pending' | 'refused' = 'pending', isApproved = true) =>
    ({
      isApproved,
      inForce: approved,
      declared: { ...approved, ...more, id: 'x', status, reason: status === 'refused' ? 'No.' : null },
    }) satisfies DeclaredVan

  describe('what facts are worth to a unit', () => {
    it.each<[string, DeclaredVan, string, string | null]>([
      ['approved, and nothing said since', { isApproved: true, inForce: approved, declared: null }, 'approved', null],
      ['approved, and more said', declared({ year: 2024 }), 'approved', null],
      [
        'approved, and less said',
        declared({ category: 'small_van', euroClass: 4 }),
        'pending',
        'Category from Large Van to Small Van, Euro class from Euro 5 to Euro 4: we are checking this, and no jobs are offered until then.',
      ],
      [
        'approved, and less refused: the old facts hold',
        declared({ category: 'small_van' }, 'refused'),
        'approved',
        null,
      ],
      ['never approved', declared({}, 'pending', false), 'pending', null],
      ['never approved, and refused', declared({}, 'refused', false), 'refused', null],
      ['never approved, and nothing asked', { isApproved: false, inForce: approved, declared: null }, 'pending', null],
    ])('%s', (_name, van, standing, reason) => {
      expect([factsStanding(van), waitingReason(van)]).toEqual([standing, reason])
    })
  })

  describe('what is said before a change is saved', () => {
    it.each<[string, Partial<ApprovedFacts>, RegExp]>([
      ['nothing', {}, /^null$/],
      ['what holds', { year: 2024, category: 'luton_van' }, /^Your van keeps working as approved \(Large Van\) until/],
      ['what pauses', { payloadKg: 900, year: 2024 }, /^Payload from 1,150 kg to 900 kg: your van takes no jobs until/],
      ['what it burns', { fuel: 'diesel' }, /^Fuel from petrol to diesel: your van/],
      [
        'another vehicle',
        { registration: 'AB12 CDE' },
        /another vehicle\. LK72 VNF takes no jobs from now on.*AB12 CDE/,
      ],
    ])('%s', (_name, more, pattern) => {
      expect(String(changeNotice(approved, { ...approved, ...more }))).toMatch(pattern)
    })

    it('names every fact as people read it', () => {
      const bare = { ...approved, euroClass: null, year: null, grossWeightKg: null }
      expect(FACTS.map((fact) => factText(bare, fact)).join('; ')).toBe(
        'LK72 VNF; Ford; Transit; Large Van; No; Petrol; None; Not given; Not given; 2,350 kg; 1,150 kg',
      )
      expect(factText({ ...approved, euroClass: 0 }, 'euroClass')).toBe('Older than Euro 1')
    })
  })
})
