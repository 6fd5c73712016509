import { expect, test } from 'vitest'
import { FLAG_NAMES, LACKS, type Flags, type Lack } from '#modules/onboarding/rules.ts'
import type { UnitState } from '../page/root-data.ts'
import { pricingPages, settingsPages } from '#web/driver/settings/settings-nav.tsx'
import { asksForHours, isPageDone, nextAfter, nextStepOf, promptsForSetup } from './driver-state.ts'

const flags = (value: boolean) => Object.fromEntries(FLAG_NAMES.map((name) => [name, value])) as unknown as Flags

const unit = (lacks: readonly Lack[], more: Partial<UnitState> = {}): UnitState => ({
  ...flags(lacks.length === 0),
  id: '1',
  name: 'Ailsa',
  registration: 'SK12 ABC',
  vanCategory: 'large_van',
  status: 'pending_verification',
  statusReason: null,
  lacks,
  refused: [],
  refusedDocuments: [],
  crews: [],
  peopleToChoose: 0,
  hasHours: !lacks.includes('hours'),
  isAvailableNow: false,
  ...more,
})

const area = '/settings/operations-and-pricing'

test('every page that something waits for gets its tick, from the unit alone', () => {
  const pages = [...settingsPages, ...pricingPages].map(({ to }) => to)
  expect(pages.filter((to) => isPageDone(unit(LACKS), to))).toEqual([])
  expect(pages.filter((to) => isPageDone(null, to))).toEqual([])
  expect(pages.filter((to) => !isPageDone(unit([]), to))).toEqual(['/settings/notifications', `${area}-out-of-hours`])
})

test.each(['phone', 'insurance_number'] as const)('general waits for %s', (lack) => {
  expect(isPageDone(unit([lack]), '/settings/general')).toBe(false)
})

test('a crew is looked for where it can be had: among the people, or in what the unit offers', () => {
  const crews = [{ helpLevel: 'one_porter', whyNot: 'people' } as const]
  expect(nextStepOf(unit(['crew'], { crews }))?.to).toBe('/settings/people')
  expect(isPageDone(unit(['crew'], { crews }), '/settings/people')).toBe(false)
  expect(nextStepOf(unit(['crew'], { crews: [{ helpLevel: 'no_help', whyNot: 'off' }] }))?.to).toBe(
    '/working-unit#jobs',
  )
})

test('a page that is filled in leads to the next, in the end to the hours, and nowhere once there are hours', () => {
  expect(nextAfter(unit(['area', 'terms', 'hours']), area)).toBeNull()
  expect(nextAfter(unit(['terms', 'hours']), area)).toEqual({ name: 'Write your terms', to: `${area}-terms` })
  expect(nextAfter(unit(['hours']), area)).toEqual({ name: 'Set working hours', to: '/working-unit/working-hours' })
  expect(nextAfter(unit(['hours']), '/working-unit/working-hours')).toBeNull()
  expect(nextAfter(unit(['terms']), area)).toBeNull()
})

test('it is prompted for by a unit without hours that lacks something, whatever the others have', () => {
  expect(promptsForSetup(unit(['terms', 'hours']))).toBe(true)
  expect(promptsForSetup(unit(['terms']))).toBe(false)
  expect(promptsForSetup({ ...unit(['hours']), ...flags(true) })).toBe(false)
})

test.each([
  ['pending_verification', ['hours'], true],
  ['ready_to_start', ['hours'], true],
  ['pending_verification', ['terms', 'hours'], false],
  ['verification_failed', ['hours'], false],
  ['blocked', ['hours'], false],
  ['operating', [], false],
] as const)('a %s unit that lacks %j: asked for its hours first: %s', (status, lacks, asks) => {
  const isWhole = !lacks.some((lack) => lack !== 'hours')
  expect(asksForHours({ ...unit(lacks, { status }), ...flags(isWhole) })).toBe(asks)
})
