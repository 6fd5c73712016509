import { describe, expect, it } from 'vitest'
import { HELP_LEVELS } from '../rules.ts'
import { canBring, isBirthDay, parseShareCode, peopleStanding, type UnitPeople } from './rules.ts'

const today = '2026-11-20'
const none: UnitPeople = { until: [], graceUntil: null, isWaiting: false, isRefused: false }

describe('a share code for work', () => {
  it.each([
    ['W12ABC345', 'W12ABC345'],
    [' w12 abc-345 ', 'W12ABC345'],
    ['R12ABC345', null],
    ['W12ABC34', null],
    ['W12ABC3456', null],
    ['W12ABÇ345', null],
    ['', null],
  ])('%j is %j', (text, code) => expect(parseShareCode(text)).toBe(code))
})

describe('a date of birth', () => {
  it.each([
    ['2010-11-19', true],
    ['2011-06-01', false],
    ['1950-01-01', true],
    ['1900-01-01', false],
    ['2027-01-01', false],
  ])('%s: %s', (day, isOne) => expect(isBirthDay(day, today)).toBe(isOne))
})

describe('a unit stands with its people', () => {
  it.each<[string, Partial<UnitPeople>, ReturnType<typeof peopleStanding>]>([
    ['without any', {}, 'missing'],
    ['while one waits', { isWaiting: true }, 'pending'],
    ['where one was refused', { isRefused: true }, 'refused'],
    ['where one was refused and another waits', { isRefused: true, isWaiting: true }, 'pending'],
    ['with one for good', { until: ['infinity'] }, 'approved'],
    ['with one for good and one refused', { until: ['infinity'], isRefused: true }, 'approved'],
    ['with one for 31 days', { until: ['2026-12-21'] }, 'approved'],
    ['with one for 30 days', { until: ['2026-12-20'] }, 'expiring'],
    ['on its last day', { until: ['2026-11-21'] }, 'expiring'],
    ['on the day it expires', { until: ['2026-11-20'] }, 'expired'],
    ['in its days of grace', { graceUntil: '2026-12-20' }, 'approved'],
    ['after its days of grace', { graceUntil: '2026-11-20' }, 'missing'],
  ])('%s: %s', (_, people, standing) => expect(peopleStanding({ ...none, ...people }, today)).toBe(standing))
})

describe('a unit brings as many as are checked on the day', () => {
  const until = ['infinity', '2027-03-01', '2026-12-01']
  it.each([
    ['2026-11-30', 4],
    ['2026-12-01', 3],
    ['2027-02-28', 3],
    ['2027-03-01', 2],
    ['2030-01-01', 2],
  ])('on %s %i help levels', (day, count) =>
    expect(HELP_LEVELS.filter((help) => canBring({ until, graceUntil: null }, help, day))).toEqual(
      HELP_LEVELS.slice(0, count),
    ),
  )

  it('and any crew in its days of grace, up to the day they end', () => {
    const people = { until: [], graceUntil: '2026-12-20' }
    expect(canBring(people, 'two_porters', '2026-12-19')).toBe(true)
    expect(canBring(people, 'no_help', '2026-12-20')).toBe(false)
  })
})
