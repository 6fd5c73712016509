import { describe, expect, it } from 'vitest'
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
    ['another vehicle', { registration: 'AB12 CDE' }, /another vehicle\. LK72 VNF takes no jobs from now on.*AB12 CDE/],
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
