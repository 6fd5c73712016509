import { describe, expect, it, test } from 'vitest'
import { audienceText, SEEN_OUTCOMES, type SeenOutcome } from '#modules/quoting/insights/rules.ts'
import type { BusinessDay } from '#modules/calendar/rules.ts'
import { addDays } from '#shared/local-time.ts'
import { fixFor, nextTimeToTry, tryOutOf, verdictOf, type TryOut } from './try-out-texts.ts'

const search = { from: 'e174qh', to: 'E10 5AA', day: '2026-11-28', time: '09:00', help: 'one_porter' } as const

describe('the question', () => {
  it('has both postcodes as they are written, and this van', () => {
    expect(tryOutOf(search, 'luton_van')).toEqual({
      routePoints: [
        { number: 0, postcode: 'E17 4QH', stairs: 0, date: '2026-11-28', time: '09:00' },
        { number: 1, postcode: 'E10 5AA', stairs: 0 },
      ],
      manPower: 'one_porter',
      vanCategory: 'luton_van',
    })
  })
  it.each([{ from: 'E17' }, { to: '' }, { day: '2026-02-30' }])('is not asked before it is complete: %j', (part) => {
    expect(tryOutOf({ ...search, ...part }, 'luton_van')).toBeNull()
  })
})

const on = (dayOfWeek: BusinessDay['dayOfWeek'], startMinute: number, endMinute: number, dayOff = false) => ({
  dayOfWeek,
  startMinute,
  endMinute,
  dayOff,
})

// The 22nd of November 2026 is a Sunday.
test.each<[string, BusinessDay[], [string, string][], { day: string; time: string }]>([
  ['tomorrow at ten', [on(1, 480, 1080)], [], { day: '2026-11-23', time: '10:00' }],
  ['not on a day off', [on(1, 480, 1080, true), on(3, 480, 1080)], [], { day: '2026-11-25', time: '10:00' }],
  ['in the afternoon', [on(2, 790, 1080)], [], { day: '2026-11-24', time: '13:30' }],
  ['before a short morning ends', [on(2, 420, 720)], [], { day: '2026-11-24', time: '07:00' }],
  ['after the vacation', [on(1, 480, 1080)], [['2026-11-20', '2026-11-23']], { day: '2026-11-30', time: '10:00' }],
  ['any day without hours', [], [], { day: '2026-11-23', time: '10:00' }],
])('the next time to try: %s', (_name, days, vacationPeriods, expected) => {
  const vacations = vacationPeriods.map(([startTime, endTime]) => ({ startTime, endTime }))
  expect(nextTimeToTry({ days, vacations, taken: [] }, '2026-11-22')).toEqual(expected)
})

test.each<[string, string[], string]>([
  ['a day with a booking is passed over', ['2026-11-23', '2026-11-24'], '2026-11-25'],
  [
    'unless there is no other',
    Array.from({ length: 70 }, (_, daysAhead) => addDays('2026-11-23', daysAhead)),
    '2026-11-23',
  ],
])('%s', (_, taken, day) => {
  const days = ([1, 2, 3, 4, 5] as const).map((dayOfWeek) => on(dayOfWeek, 480, 1080))
  expect(nextTimeToTry({ days, vacations: [], taken }, '2026-11-22')).toEqual({ day, time: '10:00' })
})

const unit = {
  id: 'u',
  name: 'Dawn',
  registration: null,
  peopleToChoose: 0,
  refused: [],
  refusedDocuments: [],
  lacks: [],
  crews: [],
}
const found = (outcome: SeenOutcome, other: SeenOutcome, pence: number | null) =>
  ({
    outcome,
    reason: audienceText(outcome),
    otherwise: { outcome: other, reason: audienceText(other) },
    offer: pence === null ? null : { totalPence: pence },
  }) as TryOut

describe('the answer', () => {
  it.each<[SeenOutcome, SeenOutcome, number | null, boolean, string, (string | undefined)[]]>([
    ['shown', 'shown', 17_400, true, 'You’d be shown for £174.00', []],
    ['help', 'help', null, false, 'You wouldn’t be shown', ['/working-unit#jobs']],
    ['busy', 'busy', null, false, 'You wouldn’t be shown', ['/calendar?day=2026-11-28']],
    ['people', 'shown', 9000, false, 'You wouldn’t be shown now. Otherwise you would for £90.00', ['/settings/people']],
    [
      'not_operating',
      'rate',
      null,
      false,
      'You wouldn’t be shown',
      ['/driver-profile', '/settings/operations-and-pricing-hourly-rates'],
    ],
  ])('%s, otherwise %s', (outcome, other, pence, isShown, title, to) => {
    const verdict = verdictOf(found(outcome, other, pence), unit, '2026-11-28')
    expect(verdict).toMatchObject({ isShown, title })
    expect(verdict.reasons.map(({ fix }) => fix?.to)).toEqual(to)
    expect(verdict.reasons[0]?.text).toBe(isShown ? undefined : audienceText(outcome))
  })

  it('leads from every reason to a page that mends it, from a unit that takes no jobs to the first lack', () => {
    const mends = SEEN_OUTCOMES.map((outcome) => fixFor(outcome, unit, '2026-11-28')?.to)
    expect(mends.filter((to) => to === undefined)).toHaveLength(1)
    expect(fixFor('not_operating', { ...unit, lacks: ['terms'] }, '2026-11-28')?.action).toBe('Write your terms')
  })
})
