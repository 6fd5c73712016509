import { expect, test } from 'vitest'
import { FLAG_NAMES, type Flags, type Lack } from '#modules/onboarding/rules.ts'
import { isPageDone, nextAfter, nextStepOf } from './driver-state.ts'
import { pricingPages, settingsPages } from '../settings/settings-pages.ts'

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
  expect(nextStepOf(state({ ...all, isMarketingInfoSetup: false }))).toEqual({
    name: 'Marketing',
    to: '/settings/marketing',
  })
  expect(nextStepOf(state(all))).toBeNull()
})

test('a page that is filled in leads to the next, in the end to the hours, and nowhere once jobs can come', () => {
  const unit = (lacks: Lack[], hasHours = false) => ({
    ...state(none),
    flags: lacks.length === 0 ? all : none,
    units: [
      {
        ...none,
        id: '1',
        name: 'Ailsa',
        status: 'pending_verification' as const,
        statusReason: null,
        lacks,
        hasHours,
        isAvailableNow: false,
      },
    ],
  })
  const area = '/settings/operations-and-pricing'
  expect(nextAfter(unit(['area', 'terms']), area)).toBeNull()
  expect(nextAfter(unit(['terms']), area)).toEqual({ name: 'Write your terms', to: `${area}-terms` })
  expect(nextAfter(unit([]), area)).toEqual({ name: 'Set working hours', to: '/working-unit/working-hours' })
  expect(nextAfter(unit([]), '/working-unit/working-hours')).toBeNull()
  expect(nextAfter(unit(['terms'], true), area)).toBeNull()
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
  const units = [unit(['van', 'documents', 'terms', 'logo']), unit(['terms', 'logo'])]
  expect(nextStepOf({ ...state(none), units })).toEqual({
    name: 'Write your terms',
    to: '/settings/operations-and-pricing-terms',
  })
})
