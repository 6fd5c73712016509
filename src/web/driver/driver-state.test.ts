import { expect, test } from 'vitest'
import { FLAG_NAMES, type Flags, type Lack } from '#modules/onboarding/rules.ts'
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

test('within a step it leads to the page that is not filled in', () => {
  const unit = (lacks: Lack[]) => ({
    ...none,
    id: lacks.join(),
    name: 'Ailsa',
    status: 'not_ready_for_a_job' as const,
    statusReason: null,
    lacks,
    hasHours: false,
    isAvailableNow: false,
  })
  const units = [unit(['van', 'papers', 'terms', 'logo']), unit(['terms', 'logo'])]
  expect(wayOn({ ...state(none), units })).toEqual({
    name: 'Write your terms',
    to: '/settings/operations-and-pricing-terms',
  })
})
