import { describe, expect, it } from 'vitest'
import {
  canRunOutOn,
  isHandedIn,
  newestPaper,
  PAPER_KINDS,
  papersState,
  requiredPapers,
  requiredStandings,
  runningPaper,
  runsOutSoon,
  standingOf,
  type Paper,
  type PaperStatus,
  type PapersState,
  type Standing,
} from './rules.ts'

const today = '2026-11-20'
let handedIn = 0
const paper = (status: PaperStatus, expiresOn: string | null = null): Paper => ({
  kind: 'mot',
  status,
  expiresOn,
  submittedAt: new Date(Date.UTC(2026, 0, 1) + ++handedIn),
})

describe('which papers a unit needs', () => {
  const always = ['v5c', 'hire_and_reward', 'right_to_work', 'goods_in_transit', 'public_liability']
  it.each<[string, Parameters<typeof requiredPapers>[0], string[]]>([
    ['of an unknown year', { year: null, grossWeightKg: null }, ['mot']],
    ['of this year', { year: 2026, grossWeightKg: null }, []],
    ['three years old: its first MOT may not be due yet', { year: 2023, grossWeightKg: null }, []],
    ['four years old', { year: 2022, grossWeightKg: 3500 }, ['mot']],
    ['heavier than 3,500 kg', { year: 2026, grossWeightKg: 3501 }, ['operator_licence']],
    ['old and heavy', { year: 2010, grossWeightKg: 7500 }, ['mot', 'operator_licence']],
  ])('a van %s', (_name, van, more) => {
    expect(requiredPapers(van, today).toSorted()).toEqual([...always, ...more].toSorted())
  })

  it('without a van: those of any', () => {
    expect(requiredPapers(null, today).toSorted()).toEqual([...always, 'mot'].toSorted())
  })
})

describe('what papers of one kind are worth', () => {
  it.each<[string, Paper[], Standing]>([
    ['none', [], 'missing'],
    ['taken back', [paper('cancelled')], 'missing'],
    ['replaced', [paper('replaced', '2030-01-01')], 'missing'],
    ['waiting', [paper('pending', '2027-11-20')], 'pending'],
    ['refused', [paper('refused', '2027-11-20')], 'refused'],
    ['refused, then sent again', [paper('refused'), paper('pending')], 'pending'],
    ['sent again and refused again', [paper('refused'), paper('refused')], 'refused'],
    ['sent again and taken back', [paper('refused'), paper('cancelled')], 'refused'],
    ['approved for ever', [paper('approved')], 'approved'],
    ['approved, 31 days left', [paper('approved', '2026-12-21')], 'approved'],
    ['approved, 30 days left', [paper('approved', '2026-12-20')], 'expiring'],
    ['approved, its last day tomorrow', [paper('approved', '2026-11-21')], 'expiring'],
    ['runs out today', [paper('approved', '2026-11-20')], 'expired'],
    ['ran out', [paper('approved', '2026-11-01')], 'expired'],
    [
      'T-081: renewed, the new one waits',
      [paper('approved', '2026-12-01'), paper('pending', '2027-12-01')],
      'expiring',
    ],
    ['T-081: the new one refused, the old one runs', [paper('approved', '2027-06-01'), paper('refused')], 'approved'],
    [
      'renewed and approved, the old one still there',
      [paper('approved', '2026-12-01'), paper('approved', '2027-12-01')],
      'approved',
    ],
    ['ran out, the new one waits', [paper('approved', '2026-11-01'), paper('pending', '2027-11-01')], 'pending'],
    ['ran out, the new one refused', [paper('approved', '2026-11-01'), paper('refused', '2027-11-01')], 'refused'],
  ])('%s', (_name, papers, standing) => {
    expect(standingOf(papers, today)).toBe(standing)
  })

  it('the one that counts is the one that runs longest; the one to talk about the newest', () => {
    const [soon, late, waits] = [paper('approved', '2026-12-01'), paper('approved', '2027-12-01'), paper('pending')]
    expect(runningPaper([late, soon, waits], today)).toBe(late)
    expect(newestPaper([waits, late, paper('cancelled')])).toBe(waits)
  })

  it.each([
    ['2026-11-20', false],
    ['2026-11-21', true],
    ['2036-11-20', true],
    ['2099-01-01', false],
  ])('a new one may run out on %s: %s', (day, can) => {
    expect(canRunOutOn(day, today)).toBe(can)
  })

  it.each([
    ['2026-12-20', true],
    ['2026-12-21', false],
    [null, false],
  ])('%s is soon: %s', (day, soon) => {
    expect(runsOutSoon(day, today)).toBe(soon)
  })
})

describe('all papers together', () => {
  it.each<[Standing[], PapersState]>([
    [[], 'approved'],
    [['approved', 'approved'], 'approved'],
    [['approved', 'expiring'], 'expiring'],
    [['expiring', 'pending'], 'pending'],
    [['pending', 'missing'], 'missing'],
    [['pending', 'expired'], 'missing'],
    [['missing', 'refused'], 'refused'],
    [['refused', 'pending', 'expiring'], 'refused'],
  ])('%j make %s', (standings, state) => {
    expect(papersState(standings)).toBe(state)
  })

  it('are handed in as soon as none is missing, refused or run out', () => {
    const standings: Standing[] = ['pending', 'approved', 'expiring', 'missing', 'refused', 'expired']
    expect(standings.map((standing) => isHandedIn(['approved', standing]))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('come one for each kind that the van needs', () => {
    const papers = PAPER_KINDS.map((kind) => ({ ...paper('approved'), kind }))
    expect(requiredStandings(papers, { year: 2026, grossWeightKg: null }, today)).toEqual(Array(5).fill('approved'))
  })
})
