import { describe, expect, it } from 'vitest'
import { UNIT_STATUSES, type UnitStatus } from '#modules/fleet/units/rules.ts'
import { FLAG_NAMES, LACKS, type Flags, type Lack, type Check } from '#modules/onboarding/rules.ts'
import { pricingPages, settingsPages } from '#web/driver/settings/settings-nav.tsx'
import type { UnitState } from '../page/root-data.ts'
import { asksForHours, isPageDone, nextAfter, nextStepOf, promptsForSetup } from './driver-state.ts'
import { lackingOf, reasonForNoBookings } from './why-no-bookings.ts'

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

it('every page that something waits for gets its tick, from the unit alone', () => {
  const pages = [...settingsPages, ...pricingPages].map(({ to }) => to)
  expect(pages.filter((to) => isPageDone(unit(LACKS), to))).toEqual([])
  expect(pages.filter((to) => isPageDone(null, to))).toEqual([])
  expect(pages.filter((to) => !isPageDone(unit([]), to))).toEqual(['/settings/notifications', `${area}-out-of-hours`])
})

it.each(['phone', 'insurance_number'] as const)('general waits for %s', (lack) => {
  expect(isPageDone(unit([lack]), '/settings/general')).toBe(false)
})

it('a crew is looked for where it can be had: among the people, or in what the unit offers', () => {
  const crews = [{ helpLevel: 'one_porter', whyNot: 'people' } as const]
  expect(nextStepOf(unit(['crew'], { crews }))?.to).toBe('/settings/people')
  expect(isPageDone(unit(['crew'], { crews }), '/settings/people')).toBe(false)
  expect(nextStepOf(unit(['crew'], { crews: [{ helpLevel: 'no_help', whyNot: 'off' }] }))?.to).toBe(
    '/working-unit#jobs',
  )
})

it('a page that is filled in leads to the next, in the end to the hours, and nowhere once there are hours', () => {
  expect(nextAfter(unit(['area', 'terms', 'hours']), area)).toBeNull()
  expect(nextAfter(unit(['terms', 'hours']), area)).toEqual({ name: 'Write your terms', to: `${area}-terms` })
  expect(nextAfter(unit(['hours']), area)).toEqual({ name: 'Set working hours', to: '/working-unit/working-hours' })
  expect(nextAfter(unit(['hours']), '/working-unit/working-hours')).toBeNull()
  expect(nextAfter(unit(['terms']), area)).toBeNull()
})

it('is prompted for by a unit without hours that lacks something, whatever the others have', () => {
  expect(promptsForSetup(unit(['terms', 'hours']))).toBe(true)
  expect(promptsForSetup(unit(['terms']))).toBe(false)
  expect(promptsForSetup({ ...unit(['hours']), ...flags(true) })).toBe(false)
})

it.each([
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

describe('reasons for no bookings', () => {
  const all = Object.fromEntries(FLAG_NAMES.map((name) => [name, true])) as unknown as Flags
  const unit = (status: UnitStatus, more: Partial<UnitState> = {}): UnitState => ({
    ...all,
    id: '1',
    name: 'Dawn P.',
    registration: 'KX70 RMV',
    vanCategory: 'large_van',
    crews: [],
    peopleToChoose: 0,
    status,
    statusReason: null,
    lacks: [],
    refused: [],
    refusedDocuments: [],
    hasHours: true,
    isAvailableNow: false,
    ...more,
  })

  it('a unit that takes jobs is left alone, and every other is told a way back', () => {
    const lacks: Lack[] = ['terms']
    expect(UNIT_STATUSES.filter((status) => reasonForNoBookings(unit(status, { lacks }), true) === null)).toEqual([
      'operating',
    ])
  })

  it.each(LACKS)('without %s an established unit is told which page brings it back', (lack) => {
    const reason = reasonForNoBookings(unit('verification_completed', { lacks: [lack] }), false)
    expect(reason).toMatchObject({ tone: 'bad', title: 'Dawn P. (KX70 RMV) isn’t getting bookings' })
    expect(reason?.to).toMatch(/^\/(settings|working-unit)\b/)
  })

  it('the office’s reason is shown', () => {
    expect(reasonForNoBookings(unit('blocked', { statusReason: 'Two customers waited.' }), true)).toMatchObject({
      title: 'We’ve paused your account',
      text: 'Two customers waited.',
    })
  })

  it.each<[readonly Check[], object]>([
    [['van'], { text: 'The details of the van were refused.', to: '/settings/driving-profile' }],
    [['documents'], { text: 'A document was refused.', action: 'See why, and send another' }],
    [['people'], { text: 'A right-to-work check was refused.', to: '/settings/people' }],
    [
      ['documents', 'people'],
      { text: 'A document was refused. A right-to-work check was refused.', to: '/settings/driving-profile' },
    ],
  ])('what was refused is said: %s', (refused, expected) => {
    expect(reasonForNoBookings(unit('verification_failed', { refused }), true)).toMatchObject(expected)
  })

  it.each([
    [null, 'We’re checking your documents', 'Usually within a day. We’ll email you.'],
    ['Fuel from electric to diesel.', 'We’re checking your van details', 'Fuel from electric to diesel.'],
  ])('what is being checked is said: %s', (statusReason, title, text) => {
    expect(reasonForNoBookings(unit('pending_verification', { statusReason }), true)).toMatchObject({ title, text })
  })

  it('a unit that is still being set up has the prompt for that', () => {
    expect(reasonForNoBookings(unit('not_ready_for_a_job', { lacks: ['van'], hasHours: false }), true)).toBeNull()
  })

  it('one of several is named, with its plate', () => {
    expect(reasonForNoBookings(unit('insurance_expires_soon'), false)?.title).toBe(
      'One of Dawn P.’s (KX70 RMV) documents expires soon',
    )
  })

  it('a refused document is called refused, and its link leads to it', () => {
    const van = unit('not_ready_for_a_job', { refused: ['documents'], refusedDocuments: ['v5c', 'mot'] })
    const refusal = {
      text: 'A document was refused.',
      to: '/settings/driving-profile#document-v5c',
      action: 'See why, and send another',
    }
    expect(lackingOf('documents', van)).toEqual(refusal)
    expect(reasonForNoBookings({ ...van, status: 'verification_failed' }, true)).toMatchObject(refusal)
  })

  describe('a van without people', () => {
    const van = unit('not_ready_for_a_job', { id: 'v2', registration: 'FJ15 ZZX' })

    it('asks who of the company works on it', () => {
      expect(lackingOf('people', { ...van, peopleToChoose: 2 })).toEqual({
        text: 'You haven’t chosen who works on FJ15 ZZX.',
        to: '/settings/people#who-works-v2',
        action: 'Choose who works on FJ15 ZZX',
      })
    })

    it('asks for people if the company has nobody to choose', () => {
      expect(lackingOf('people', van)).toMatchObject({ to: '/settings/people', action: 'Add your people' })
    })

    it('asks for more of the company’s people if its rates need more than work on it', () => {
      const crews = [{ helpLevel: 'two_porters' as const, whyNot: 'people' as const }]
      expect(lackingOf('crew', { ...van, crews, peopleToChoose: 1 }).text).toBe(
        'Your rates for FJ15 ZZX are for more people than work on it.',
      )
    })
  })
})
