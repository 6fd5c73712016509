import { expect, test } from 'vitest'
import { FLAG_NAMES, SETUP_STEPS, type Flags } from '#modules/onboarding/rules.ts'
import { setupSteps } from './setup-steps.ts'

const flagsWith = (...done: (keyof Flags)[]) =>
  Object.fromEntries(FLAG_NAMES.map((name) => [name, done.includes(name)])) as unknown as Flags

const states = (flags: Flags) => setupSteps({ flags, units: [] }, null).map(({ state }) => state)

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
    expect(setupSteps({ flags: flagsWith(...all), units: [] }, null).find(({ state }) => state === 'next')?.to).toBe(
      path,
    )
  }
})
