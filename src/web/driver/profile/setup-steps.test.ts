import { expect, test } from 'vitest'
import { FLAG_NAMES, SETUP_STEPS, type Flags, type Lack } from '#modules/onboarding/rules.ts'
import type { UnitState } from '#web/kit/page/root-data.ts'
import type { Unit } from '#web/kit/units/chosen-unit.server.ts'
import { setupSteps } from './setup-steps.ts'

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
  allowedJobs: { jobKinds: [], helpLevels: [], possibleHelpLevels: [] },
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

test('the first that is missing is next, wherever it stands', () => {
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

test('each step leads where the setup link of the specification leads', () => {
  for (const { flag, path } of SETUP_STEPS) {
    const all = FLAG_NAMES.filter((name) => name !== flag)
    expect(setupSteps(stateWith(flagsWith(...all)), unit, true).find(({ state }) => state === 'next')?.to).toBe(path)
  }
})

test('a unit without van, people and rates says so, and which steps are the company’s', () => {
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

test('the step of the bank account says that a new company takes cash only, and where to change it', () => {
  const itemsOf = (takesCards: boolean) =>
    setupSteps(stateWith(flagsWith()), unit, takesCards).flatMap(({ items }) => items.map(({ text }) => text))
  const text = 'You take cash only until you choose cards in General'
  expect(itemsOf(false)).toContain(text)
  expect(itemsOf(true)).not.toContain(text)
})
