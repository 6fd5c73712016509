import { describe, expect, it } from 'vitest'
import { HELP_LEVELS, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { bookableFor, crewsOf, peopleOfCrew, type BookableFacts, type CrewReason } from './rules.ts'

const rate = (vanCategory: VanCategory) => (helpLevel: HelpLevel) => ({ vanCategory, helpLevel })
const large = rate('large_van')

describe('the help levels of a unit', () => {
  it.each<[string, VanCategory | null, HelpLevel[], HelpLevel[], number, (CrewReason | null)[]]>([
    ['no van', null, [...HELP_LEVELS], [...HELP_LEVELS], 3, []],
    ['all priced, three people', 'large_van', [...HELP_LEVELS], [...HELP_LEVELS], 3, [null, null, null, null]],
    ['two people', 'large_van', [...HELP_LEVELS], [...HELP_LEVELS], 2, [null, null, null, 'people']],
    ['nobody', 'large_van', [...HELP_LEVELS], ['driver_helps'], 0, ['rate', 'people', 'rate', 'rate']],
    ['one switched off', 'large_van', ['no_help'], ['no_help', 'one_porter'], 3, [null, 'off', 'off', 'off']],
    ['another kind of van priced', 'luton_van', [...HELP_LEVELS], [...HELP_LEVELS], 3, Array(4).fill('rate')],
    ['two seats', 'small_van', [...HELP_LEVELS], [...HELP_LEVELS], 3, ['rate', 'rate', 'rate']],
  ])('%s', (_name, vanCategory, offered, priced, people, expected) => {
    const crews = crewsOf({ vanCategory, offered, people }, priced.map(large))
    expect(crews.map(({ whyNot }) => whyNot)).toEqual(expected)
  })
})

describe('the people that a unit is reckoned with', () => {
  const day = '2026-11-22'
  it.each([
    ['of nobody', null, 0, 0],
    ['who count today', { until: ['infinity', '2026-12-01'], graceUntil: null }, 0, 2],
    ['who count, not those who wait besides', { until: ['infinity'], graceUntil: null }, 1, 1],
    ['who wait, while nobody counts', { until: [], graceUntil: null }, 2, 2],
    ['who wait, after the only check expired', { until: ['2026-11-22'], graceUntil: null }, 1, 1],
    ['during the days of grace', { until: [], graceUntil: '2026-11-23' }, 0, 3],
    ['after the days of grace', { until: [], graceUntil: '2026-11-22' }, 0, 0],
  ])('%s', (_name, people, waiting, expected) => {
    const whole = people && { ...people, isWaiting: waiting > 0, isRefused: false }
    expect(peopleOfCrew(whole, waiting, day)).toBe(expected)
  })
})

describe('what a unit can be booked for', () => {
  const unit: BookableFacts = {
    vanCategory: 'large_van',
    crews: crewsOf({ vanCategory: 'large_van', offered: [...HELP_LEVELS], people: 1 }, [
      large('driver_helps'),
      large('one_porter'),
    ]),
    districts: ['E17'],
    week: [
      { dayOfWeek: 1, startMinute: 480, endMinute: 1080, dayOff: false },
      { dayOfWeek: 2, startMinute: 480, endMinute: 1080, dayOff: true },
    ],
  }
  it('is its van with the crews that can come, in its area, on the days it works', () => {
    expect(bookableFor(unit)).toEqual({
      vanCategory: 'large_van',
      helpLevels: ['driver_helps'],
      districts: ['E17'],
      days: [unit.week[0]],
      isBookable: true,
    })
  })
  it.each<[string, Partial<BookableFacts>]>([
    ['without a crew', { crews: [{ helpLevel: 'driver_helps', whyNot: 'people' }] }],
    ['without an area', { districts: [] }],
    ['without hours', { week: unit.week.slice(1) }],
    ['without a van', { vanCategory: null, crews: [] }],
  ])('is nothing %s', (_name, more) => {
    expect(bookableFor({ ...unit, ...more }).isBookable).toBe(false)
  })
})
