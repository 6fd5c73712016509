import { describe, expect, it } from 'vitest'
import { FLAG_NAMES, SETUP_STEPS, type Flags, type Lack } from '#modules/onboarding/rules.ts'
import type { UnitState } from '#web/kit/page/root-data.ts'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'
import { gainTexts } from './gains-card.tsx'
import type { Gains } from './live.server.ts'
import { setupSteps } from './setup-steps.ts'

type Change = Gains['gains'][number]['change']

const saturday = { dayOfWeek: '6', startTime: '07:00:00', endTime: '23:59:59' }

it.each<[Change, number, number, string[]]>([
  [
    { kind: 'open_day', ...saturday },
    14,
    5,
    ['Work Saturdays, 07:00 to 24:00', '14 more searches', 'The cheapest in 5 of them.', '/working-unit/working-hours'],
  ],
  [
    { kind: 'start_earlier', ...saturday },
    1,
    0,
    ['Start at 07:00 on Saturdays', '1 more search', '', '/working-unit/working-hours'],
  ],
  [
    { kind: 'end_later', ...saturday, dayOfWeek: '0' },
    2,
    2,
    ['Work until 24:00 on Sundays', '2 more searches', 'The cheapest in all of them.', '/working-unit/working-hours'],
  ],
  [
    { kind: 'offer_help', helpLevel: 'one_porter', pencePerHour: 4500, hasRate: false },
    3,
    0,
    [
      'Offer “2 men”',
      '3 more searches',
      'You have no rate for it yet, so we assumed £45.00 an hour.',
      '/settings/operations-and-pricing-hourly-rates',
    ],
  ],
  [
    { kind: 'offer_help', helpLevel: 'one_porter', pencePerHour: 4500, hasRate: true },
    3,
    0,
    ['Offer “2 men”', '3 more searches', '', '/working-unit'],
  ],
  [
    { kind: 'add_district', district: 'E10', town: 'Leyton' },
    2,
    0,
    ['Add E10, Leyton, to your area', '2 more searches', '', '/settings/operations-and-pricing'],
  ],
  [
    { kind: 'take_job_kind', jobKind: 'furniture' },
    2,
    0,
    ['Take furniture and single items', '2 more searches', '', '/working-unit'],
  ],
  [
    { kind: 'charge_less', pence: 300 },
    0,
    6,
    ['Charge £3 an hour less', 'cheapest in 6 more searches', '', '/settings/operations-and-pricing-hourly-rates'],
  ],
])('%o', (change, moreShown, moreCheapest, [title, figure, note, path]) => {
  expect(gainTexts({ change, moreShown, moreCheapest })).toEqual({
    title,
    figure,
    note: note === '' ? null : note,
    to: path,
  })
})

describe('steps of the set-up', () => {
  const flagsWith = (...done: (keyof Flags)[]) =>
    Object.fromEntries(FLAG_NAMES.map((name) => [name, done.includes(name)])) as unknown as Flags

  const unit: Unit = {
    id: '1',
    name: 'Dawn',
    status: 'not_ready_for_a_job',
    statusReason: null,
    isDeactivated: false,
    appeal: null,
    driver: null,
    vehicle: null,
    vanFacts: null,
    allowedJobs: { jobKinds: [], helpLevels: [], possibleHelpLevels: [], confirmsFromHours: null },
    operatingArea: { districts: [], basePostcode: null, radiusMetres: null },
    schedule: { status: 'active', entries: [] },
    vacations: [],
    docs: [],
  }

  const stateWith = (flags: Flags, lacks: readonly Lack[] = []): UnitState => ({
    ...flags,
    id: '1',
    name: 'Dawn',
    registration: null,
    vanCategory: null,
    status: 'not_ready_for_a_job',
    statusReason: null,
    lacks,
    refused: [],
    refusedDocuments: [],
    crews: [],
    peopleToChoose: 0,
    hasHours: false,
    isAvailableNow: false,
  })

  const states = (flags: Flags) => setupSteps(stateWith(flags), unit, true).map(({ state }) => state)

  it('the first that is missing is next, wherever it stands', () => {
    expect(states(flagsWith())).toEqual(['next', 'todo', 'todo', 'todo', 'todo', 'todo'])
    expect(states(flagsWith('isDrivingProfileSetup', 'isMarketingInfoSetup'))).toEqual([
      'done',
      'next',
      'done',
      'todo',
      'todo',
      'todo',
    ])
    expect(states(flagsWith(...FLAG_NAMES))).toEqual(['done', 'done', 'done', 'done', 'done', 'done'])
  })

  it('each step leads where the setup link of the specification leads', () => {
    for (const { flag, path } of SETUP_STEPS) {
      const all = FLAG_NAMES.filter((name) => name !== flag)
      expect(setupSteps(stateWith(flagsWith(...all)), unit, true).find(({ state }) => state === 'next')?.to).toBe(path)
    }
  })

  it('a unit without van, people and rates says so, and which steps are the company’s', () => {
    const steps = setupSteps(stateWith(flagsWith(), ['van', 'people', 'rates']), unit, true)
    const missing = steps.flatMap(({ items }) => items).filter(({ state }) => state === 'miss')
    expect(missing.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['The van', 'A person with a right-to-work check', 'Hourly rates for this van']),
    )
    expect(steps.filter(({ isOfCompany }) => isOfCompany).map(({ name }) => name)).toEqual([
      'Marketing',
      'Banking account',
      'Main phone',
      'Insurance number',
    ])
  })

  it('the step of the bank account says that a new company takes cash only, and where to change it', () => {
    const itemsOf = (takesCards: boolean) =>
      setupSteps(stateWith(flagsWith()), unit, takesCards).flatMap(({ items }) => items.map(({ text }) => text))
    const text = 'You take cash only until you choose cards in General'
    expect(itemsOf(false)).toContain(text)
    expect(itemsOf(true)).not.toContain(text)
  })
})
