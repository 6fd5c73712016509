import { expect, test } from 'vitest'
import { FLAG_NAMES, type Flags } from '#modules/onboarding/rules.ts'
import { isPageDone, wayOn } from './driver-state.ts'
import { pricingPages, settingsPages } from './settings/settings-pages.ts'

const none = Object.fromEntries(FLAG_NAMES.map((name) => [name, false])) as unknown as Flags
const all = Object.fromEntries(FLAG_NAMES.map((name) => [name, true])) as unknown as Flags
const state = (flags: Flags) => ({
  isAvailableNow: false,
  isSetupIncomplete: true,
  showsSetupPrompt: true,
  next: { step: 'marketing', path: '/settings/marketing' } as const,
  flags,
  units: [],
})

test('every page that a step waits for gets its tick', () => {
  const pages = [...settingsPages, ...pricingPages].map(({ to }) => to)
  expect(pages.filter((to) => isPageDone(none, to))).toEqual([])
  expect(pages.filter((to) => !isPageDone(all, to))).toEqual([
    '/settings/notifications',
    '/settings/operations-and-pricing-out-of-hours',
  ])
})

test.each(['isMainPhoneSetup', 'isInsuranceNumberSetup'] as const)('general waits for %s', (flag) => {
  expect(isPageDone({ ...all, [flag]: false }, '/settings/general')).toBe(false)
})

test('the way on is named until all is done', () => {
  expect(wayOn(state({ ...all, isMarketingInfoSetup: false }))).toEqual({
    name: 'Marketing',
    to: '/settings/marketing',
  })
  expect(wayOn(state(all))).toBeNull()
})
