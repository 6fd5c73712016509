import { describe, expect, it } from 'vitest'
import { type DocumentsState, DOCUMENT_KINDS, type DocumentKind } from '#modules/fleet/documents/rules.ts'
import { HELP_LEVELS, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { UNIT_STATUSES, type UnitStatus } from '#modules/fleet/units/rules.ts'
import { isOver, lastState, UNDO_SECONDS, undoUntil, type Decision, type DecisionKind } from './decisions/rules.ts'
import {
  bookableFor,
  crewsOf,
  peopleOfCrew,
  type BookableFacts,
  type CrewReason,
  FLAG_NAMES,
  flagsOf,
  isAvailableNow,
  isSetupIncomplete,
  missingSetupOf,
  nextStep,
  showsSetupPrompt,
  statusOf,
  type CompanyFacts,
  type Flags,
  type Lack,
  type UnitFacts,
  dayAtAGlance,
} from './rules.ts'
import {
  CHECK_FIELDS,
  CHECK_LABELS,
  checksOf,
  tickFlaws,
  type CheckedDocument,
  type OnFile,
} from './verification/rules.ts'

const company: CompanyFacts = {
  hasLogo: true,
  hasDescription: true,
  photos: 1,
  hasBankAccount: true,
  hasPhone: true,
  hasInsuranceNumber: true,
  rates: [{ vanCategory: 'large_van', helpLevel: 'driver_helps' }],
  hasMileage: true,
  hasTerms: true,
}
const unit: UnitFacts = {
  vanCategory: 'large_van',
  offered: ['no_help', 'driver_helps', 'one_porter', 'two_porters'],
  people: 1,
  districts: 1,
  documents: 'approved',
  areDocumentsSubmitted: true,
  hasPeople: true,
  hasHours: true,
  isPaused: false,
  isClosed: false,
  isOwnerBlocked: false,
  officeBlock: null,
}
const flagsWith = (more: Partial<Flags> = {}): Flags => ({ ...flagsOf(company, unit), ...more })

const states: DocumentsState[] = ['missing', 'refused', 'pending', 'approved', 'expiring']
const bools = [false, true]
const allFlags: Flags[] = Array.from(
  { length: 2 ** FLAG_NAMES.length },
  (_, bits) =>
    Object.fromEntries(FLAG_NAMES.map((name, index) => [name, ((bits >> index) & 1) === 1])) as unknown as Flags,
)

/** The rules of decisions §6 in a second form, written without the first: every status with its conditions. */
const conditions: Record<UnitStatus, (unit: UnitFacts, flags: Flags) => boolean> = {
  blocked: ({ officeBlock }) => officeBlock === 'blocked',
  deactivated: ({ officeBlock }) => officeBlock === 'deactivated',
  deactivated_by_you: ({ officeBlock, isPaused }) => !officeBlock && isPaused,
  verification_failed: (u) => works(u) && u.documents === 'refused',
  not_ready_for_a_job: (u) => works(u) && (u.documents === 'missing' || (!u.vanCategory && u.documents !== 'refused')),
  pending_verification: (u) => works(u) && u.vanCategory !== null && u.documents === 'pending',
  verification_completed: (u, flags) => verified(u) && Object.values(flags).includes(false),
  ready_to_start: (u, flags) => verified(u) && !Object.values(flags).includes(false) && !u.hasHours,
  operating: (u, flags) =>
    verified(u) && !Object.values(flags).includes(false) && u.hasHours && u.documents === 'approved',
  insurance_expires_soon: (u, flags) =>
    verified(u) && !Object.values(flags).includes(false) && u.hasHours && u.documents === 'expiring',
}
const works = (u: UnitFacts) => !u.officeBlock && !u.isPaused
const verified = (u: UnitFacts) =>
  works(u) && u.vanCategory !== null && (u.documents === 'approved' || u.documents === 'expiring')

describe('what is still missing', () => {
  it.each<[Lack, Partial<CompanyFacts>, Partial<UnitFacts>, keyof Flags | null]>([
    ['documents', {}, { areDocumentsSubmitted: false }, 'isDrivingProfileSetup'],
    ['area', {}, { districts: 0 }, 'isOperationsPricingSetup'],
    ['rates', { rates: [] }, {}, 'isOperationsPricingSetup'],
    ['rates', {}, { vanCategory: 'luton_van' }, 'isOperationsPricingSetup'],
    ['rates', {}, { offered: ['one_porter'] }, 'isOperationsPricingSetup'],
    ['crew', {}, { people: 0 }, 'isOperationsPricingSetup'],
    ['mileage', { hasMileage: false }, {}, 'isOperationsPricingSetup'],
    ['terms', { hasTerms: false }, {}, 'isOperationsPricingSetup'],
    ['logo', { hasLogo: false }, {}, 'isMarketingInfoSetup'],
    ['description', { hasDescription: false }, {}, 'isMarketingInfoSetup'],
    ['photo', { photos: 0 }, {}, 'isMarketingInfoSetup'],
    ['bank_account', { hasBankAccount: false }, {}, 'isBankingAccountSetup'],
    ['phone', { hasPhone: false }, {}, 'isMainPhoneSetup'],
    ['insurance_number', { hasInsuranceNumber: false }, {}, 'isInsuranceNumberSetup'],
    ['hours', {}, { hasHours: false }, null],
  ])('%s, and its flag waits for it', (lack, noCompany, noUnit, flag) => {
    const facts = [
      { ...company, ...noCompany },
      { ...unit, ...noUnit },
    ] as const
    expect(missingSetupOf(...facts)).toEqual([lack])
    expect(FLAG_NAMES.filter((name) => !flagsOf(...facts)[name])).toEqual(flag ? [flag] : [])
  })
  it('is nothing where all is there, and what a unit has where there is none', () => {
    expect(missingSetupOf(company, unit)).toEqual([])
    expect(missingSetupOf(company, null)).toEqual(['van', 'documents', 'people', 'area', 'hours'])
  })
  it('is a van, and with it what a van is priced by, though the company prices others', () => {
    expect(missingSetupOf(company, { ...unit, vanCategory: null })).toEqual(['van', 'rates'])
  })
})

describe('the status of a unit', () => {
  it('is the one status whose conditions hold, over every combination', () => {
    let seen = 0
    const reached = new Set<UnitStatus>()
    for (const officeBlock of ['blocked', 'deactivated', null] as const)
      for (const isPaused of bools)
        for (const documents of states)
          for (const vanCategory of ['large_van', null] as const)
            for (const hasHours of bools)
              for (const flags of allFlags) {
                const facts = { ...unit, officeBlock, isPaused, documents, vanCategory, hasHours }
                const holding = UNIT_STATUSES.filter((status) => conditions[status](facts, flags))
                expect(holding, JSON.stringify({ facts, flags })).toEqual([statusOf(facts, flags)])
                reached.add(statusOf(facts, flags))
                seen += 1
              }
    expect(seen).toBe(3 * 2 * 5 * 2 * 2 * 64)
    expect([...reached].toSorted()).toEqual([...UNIT_STATUSES].toSorted())
  })

  it.each<[string, Partial<UnitFacts>, Partial<Flags>, UnitStatus]>([
    [
      'a new unit',
      { vanCategory: null, documents: 'missing', hasHours: false },
      { isDrivingProfileSetup: false },
      'not_ready_for_a_job',
    ],
    ['documents submitted', { documents: 'pending', hasHours: false }, {}, 'pending_verification'],
    ['refused by an admin', { documents: 'refused', hasHours: false }, {}, 'verification_failed'],
    ['approved, no prices yet', { hasHours: false }, { isOperationsPricingSetup: false }, 'verification_completed'],
    ['approved, all set', { hasHours: false }, {}, 'ready_to_start'],
    ['first hours saved', {}, {}, 'operating'],
    ['a document expires in 30 days', { documents: 'expiring' }, {}, 'insurance_expires_soon'],
    ['a document has expired', { documents: 'missing' }, {}, 'not_ready_for_a_job'],
    ['on a break, with a document that expired', { isPaused: true, documents: 'missing' }, {}, 'deactivated_by_you'],
    ['its owner has closed the account', { isClosed: true }, {}, 'deactivated_by_you'],
    ['its owner is blocked', { isOwnerBlocked: true }, {}, 'blocked'],
    ['its owner is blocked, during a break', { isOwnerBlocked: true, isPaused: true }, {}, 'blocked'],
    ['closed, and blocked before', { isClosed: true, officeBlock: 'blocked' }, {}, 'blocked'],
    ['blocked while on a break', { isPaused: true, officeBlock: 'blocked' }, {}, 'blocked'],
  ])('%s', (_name, facts, flags, status) => {
    expect(statusOf({ ...unit, ...facts }, flagsWith(flags))).toBe(status)
  })
})

describe('the flags', () => {
  it('are all true when everything is there', () => {
    expect(Object.values(flagsOf(company, unit))).toEqual(FLAG_NAMES.map(() => true))
  })

  it.each<[string, Partial<CompanyFacts>, Partial<UnitFacts> | null, (keyof Flags)[]]>([
    ['no unit', {}, null, ['isDrivingProfileSetup', 'isOperationsPricingSetup']],
    ['no van', {}, { vanCategory: null }, ['isDrivingProfileSetup', 'isOperationsPricingSetup']],
    ['a document not handed in', {}, { areDocumentsSubmitted: false }, ['isDrivingProfileSetup']],
    ['no area', {}, { districts: 0 }, ['isOperationsPricingSetup']],
    ['no rate', { rates: [] }, {}, ['isOperationsPricingSetup']],
    ['no rate for its van', {}, { vanCategory: 'small_van' }, ['isOperationsPricingSetup']],
    ['no hours', {}, { hasHours: false }, []],
    ['nothing said of miles', { hasMileage: false }, {}, ['isOperationsPricingSetup']],
    ['no terms', { hasTerms: false }, {}, ['isOperationsPricingSetup']],
    ['no logo', { hasLogo: false }, {}, ['isMarketingInfoSetup']],
    ['no words', { hasDescription: false }, {}, ['isMarketingInfoSetup']],
    ['no photo', { photos: 0 }, {}, ['isMarketingInfoSetup']],
    ['no account', { hasBankAccount: false }, {}, ['isBankingAccountSetup']],
    ['no phone', { hasPhone: false }, {}, ['isMainPhoneSetup']],
    ['no policy number', { hasInsuranceNumber: false }, {}, ['isInsuranceNumberSetup']],
  ])('%s', (_name, companyFacts, unitFacts, missing) => {
    const flags = flagsOf({ ...company, ...companyFacts }, unitFacts && { ...unit, ...unitFacts })
    expect(FLAG_NAMES.filter((name) => !flags[name])).toEqual(missing)
  })
})

describe('the setup link', () => {
  it('goes to the first step that is not done, in the order of the specification', () => {
    const order = [
      'isDrivingProfileSetup',
      'isOperationsPricingSetup',
      'isMarketingInfoSetup',
      'isBankingAccountSetup',
    ] as const
    const names = ['driving_profile', 'operations_and_pricing', 'marketing', 'banking_account']
    for (const flags of allFlags) {
      const first = order.findIndex((name) => !flags[name])
      expect(nextStep(flags).step).toBe(first < 0 ? 'general' : names[first])
    }
  })

  it('is prompted for while a flag is missing and no hours are saved', () => {
    expect(showsSetupPrompt(flagsWith({ isMainPhoneSetup: false }), false)).toBe(true)
    expect(showsSetupPrompt(flagsWith({ isMainPhoneSetup: false }), true)).toBe(false)
    expect(showsSetupPrompt(flagsWith(), false)).toBe(false)
  })

  it.each<[UnitStatus | null, boolean, boolean]>([
    [null, true, true],
    ['not_ready_for_a_job', true, true],
    ['verification_completed', true, true],
    ['pending_verification', true, true],
    ['verification_failed', true, true],
    ['ready_to_start', true, false],
    ['ready_to_start', false, true],
    ['operating', false, false],
    ['insurance_expires_soon', true, false],
    ['blocked', false, false],
    ['deactivated', false, false],
    ['deactivated_by_you', false, false],
  ])('%s with all flags %s: incomplete is %s', (status, isWhole, incomplete) => {
    expect(isSetupIncomplete(status, flagsWith(isWhole ? {} : { isMainPhoneSetup: false }))).toBe(incomplete)
  })

  it('shows "Available now" for a unit that takes jobs, in an open hour', () => {
    const shown = UNIT_STATUSES.filter((status) => isAvailableNow(status, true, false))
    expect(shown).toEqual(['operating', 'insurance_expires_soon'])
    expect(isAvailableNow('operating', false, false)).toBe(false)
    expect(isAvailableNow('operating', true, true)).toBe(false)
  })
})

const rate = (vanCategory: VanCategory) => (helpLevel: HelpLevel) => ({ vanCategory, helpLevel })
const large = rate('large_van')

describe('the help levels of a unit', () => {
  it.each<[string, VanCategory | null, HelpLevel[], HelpLevel[], number, (CrewReason | null)[]]>([
    ['no van', null, [...HELP_LEVELS], [...HELP_LEVELS], 3, []],
    ['all priced, three people', 'large_van', [...HELP_LEVELS], [...HELP_LEVELS], 3, [null, null, null, null]],
    ['two people', 'large_van', [...HELP_LEVELS], [...HELP_LEVELS], 2, [null, null, null, 'people']],
    ['nobody', 'large_van', [...HELP_LEVELS], ['driver_helps'], 0, ['rate', 'people', 'rate', 'rate']],
    ['one switched off', 'large_van', ['no_help'], ['no_help', 'one_porter'], 3, [null, 'off', 'off', 'off']],
    ['another kind of van priced', 'luton_van', [...HELP_LEVELS], [...HELP_LEVELS], 3, Array(4).fill('rate')],
    ['two seats', 'small_van', [...HELP_LEVELS], [...HELP_LEVELS], 3, ['rate', 'rate', 'rate']],
  ])('%s', (_name, vanCategory, offered, priced, people, expected) => {
    const crews = crewsOf({ vanCategory, offered, people }, priced.map(large))
    expect(crews.map(({ whyNot: reason }) => reason)).toEqual(expected)
  })
})

describe('the people that a unit is reckoned with', () => {
  const day = '2026-11-22'
  it.each([
    ['of nobody', null, 0, 0],
    ['who count today', { until: ['infinity', '2026-12-01'], graceUntil: null }, 0, 2],
    ['who count, not those who wait besides', { until: ['infinity'], graceUntil: null }, 1, 1],
    ['who wait, while nobody counts', { until: [], graceUntil: null }, 2, 2],
    ['who wait, after the only check expired', { until: ['2026-11-22'], graceUntil: null }, 1, 1],
    ['during the days of grace', { until: [], graceUntil: '2026-11-23' }, 0, 3],
    ['after the days of grace', { until: [], graceUntil: '2026-11-22' }, 0, 0],
  ])('%s', (_name, people, waiting, expected) => {
    const unitPeople = people && { ...people, isWaiting: waiting > 0, isRefused: false }
    expect(peopleOfCrew(unitPeople, waiting, day)).toBe(expected)
  })
})

describe('what a unit can be booked for', () => {
  const unit: BookableFacts = {
    vanCategory: 'large_van',
    crews: crewsOf({ vanCategory: 'large_van', offered: [...HELP_LEVELS], people: 1 }, [
      large('driver_helps'),
      large('one_porter'),
    ]),
    districts: ['E17'],
    week: [
      { dayOfWeek: 1, startMinute: 480, endMinute: 1080, dayOff: false },
      { dayOfWeek: 2, startMinute: 480, endMinute: 1080, dayOff: true },
    ],
  }
  it('is its van with the crews that can come, in its area, on the days it works', () => {
    expect(bookableFor(unit)).toEqual({
      vanCategory: 'large_van',
      helpLevels: ['driver_helps'],
      districts: ['E17'],
      days: [unit.week[0]],
      isBookable: true,
    })
  })
  it.each<[string, Partial<BookableFacts>]>([
    ['without a crew', { crews: [{ helpLevel: 'driver_helps', whyNot: 'people' }] }],
    ['without an area', { districts: [] }],
    ['without hours', { week: unit.week.slice(1) }],
    ['without a van', { vanCategory: null, crews: [] }],
  ])('is nothing %s', (_name, more) => {
    expect(bookableFor({ ...unit, ...more }).isBookable).toBe(false)
  })
})

const job = (startAt: string, endAt: string) => ({ startAt, endAt })
const bookable = { expiresOn: null, takesJobs: true, now: new Date('2026-11-20T09:00:00Z') }
const nineToFive = 0b1_1111_1110_0000_0000

it.each([
  ['without hours', 0, [], 'off', 0, 0],
  ['with hours', nineToFive, [], 'open', 8, 0],
  ['with a job', nineToFive, [job('2026-11-23T10:00:00Z', '2026-11-23T12:00:00Z')], 'busy', 6, 1],
  [
    'with a job of the day before into its night',
    0,
    [job('2026-11-22T22:00:00Z', '2026-11-23T01:00:00Z')],
    'busy',
    0,
    1,
  ],
  ['with a job that ends as it begins', 0, [job('2026-11-22T22:00:00Z', '2026-11-23T00:00:00Z')], 'off', 0, 0],
  ['with a job of another day', nineToFive, [job('2026-11-24T10:00:00Z', '2026-11-24T12:00:00Z')], 'open', 8, 0],
] as const)('a day %s', (_name, hours, jobs, state, openHours, count) => {
  const day = dayAtAGlance({ day: '2026-11-23', hours }, jobs, bookable)
  expect([day.state, day.openHours, day.jobs.length]).toEqual([state, openHours, count])
})

it.each([
  ['2026-11-24', 'open', 8],
  ['2026-11-23', 'off', 0],
  ['2026-11-20', 'off', 0],
] as const)('a day of a unit with a document that expires on %s is %s', (expiresOn, state, openHours) => {
  const day = dayAtAGlance({ day: '2026-11-23', hours: nineToFive }, [], { ...bookable, expiresOn })
  expect([day.state, day.openHours]).toEqual([state, openHours])
})

it.each([
  ['counts from now on', { now: new Date('2026-11-23T11:40:00Z') }, 'open', 5],
  ['is over by the evening', { now: new Date('2026-11-23T19:00:00Z') }, 'off', 0],
  ['of a van that can’t be booked has no open hour', { takesJobs: false }, 'off', 0],
] as const)('a day %s', (_name, change, state, openHours) => {
  const day = dayAtAGlance({ day: '2026-11-23', hours: nineToFive }, [], { ...bookable, ...change })
  expect([day.state, day.openHours]).toEqual([state, openHours])
})

describe('decisions', () => {
  const documents = (...verdicts: string[]): Decision => ({
    kind: 'documents',
    detail: {
      decided: verdicts.map((text) => {
        const label = text.slice(0, -1)
        const isApproved = text.endsWith('+')
        return { kind: null, label, isApproved, reason: isApproved ? null : `not ${label}` }
      }),
    },
  })
  const stop = (kind: DecisionKind, reason?: string): Decision => ({ kind, detail: reason ? { reason } : {} })

  it.each<[string, Decision[], string, string | null]>([
    ['one of documents', [documents('MOT+', 'V5C-')], 'MOT+ V5C-', null],
    ['the last about each document', [documents('MOT-', 'V5C+'), documents('MOT+')], 'MOT+ V5C+', null],
    ['a stop', [stop('blocked', 'why')], '', 'blocked why'],
    ['documents and a stop', [documents('MOT+'), stop('blocked', 'why')], 'MOT+', 'blocked why'],
    ['a stop that nobody heard of, lifted', [stop('blocked', 'why'), stop('lifted')], '', null],
    ['the same with documents', [stop('deactivated', 'why'), documents('MOT+'), stop('lifted')], 'MOT+', null],
    ['a stop lifted and made anew', [stop('lifted'), stop('blocked', 'again')], '', 'blocked again'],
    ['a known stop lifted, made and lifted', [stop('lifted'), stop('blocked', 'x'), stop('lifted')], '', 'lifted null'],
    [
      'blocked, lifted, deactivated',
      [stop('blocked', 'x'), stop('lifted'), stop('deactivated', 'y')],
      '',
      'deactivated y',
    ],
    ['an appeal upheld', [stop('appeal_upheld', 'no')], '', 'appeal_upheld no'],
    ['an appeal upheld, and lifted after all', [stop('appeal_upheld', 'no'), stop('lifted', 'yes')], '', 'lifted yes'],
    ['nothing', [], '', null],
  ])('of %s is told', (_name, decisions, decided, expectedStop) => {
    const state = lastState(decisions)
    expect(state.decided.map(({ label, isApproved }) => `${label}${isApproved ? '+' : '-'}`).join(' ')).toBe(decided)
    expect(state.stop && `${state.stop.kind} ${state.stop.reason}`).toBe(expectedStop)
  })

  it('a decision stands from its sixtieth second on', () => {
    const at = new Date('2026-11-20T09:00:00.000Z')
    const until = undoUntil(at)
    expect(until.getTime() - at.getTime()).toBe(UNDO_SECONDS * 1000)
    expect([isOver(until, new Date(until.getTime() - 1)), isOver(until, until)]).toEqual([false, true])
  })
})

describe('verification', () => {
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

  it.each<[CheckedDocument, OnFile, string]>([
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

  it('every kind has something to compare, and every field a name', () => {
    for (const kind of DOCUMENT_KINDS)
      expect([kind, checksOf(document(kind), nothing).length > 0]).toEqual([kind, kind !== 'mot'])
    for (const field of CHECK_FIELDS) expect(CHECK_LABELS[field]).toBeTruthy()
  })

  const checks = checksOf(document('mot', { expiresOn }), file)
  const [plate, vehicle, day] = checks

  it.each([
    ['all ticked', checks, [], []],
    ['one left out', [plate, vehicle], ['expires_on'], []],
    ['none', [], ['registration', 'vehicle', 'expires_on'], []],
    ['one that was another then', [{ field: 'registration', onFile: 'LK21 XTR' }, vehicle, day], [], ['registration']],
  ] as const)('checks the ticked fields: %s', (_name, ticks, missing, changed) => {
    expect(
      tickFlaws(
        checks,
        ticks.flatMap((tick) => tick ?? []),
      ),
    ).toEqual({ missing, changed })
  })
})
