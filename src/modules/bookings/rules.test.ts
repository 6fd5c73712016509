import { describe, expect, it } from 'vitest'
import { newId } from '#platform/new-id.ts'
import * as fleet from '#modules/fleet/rules.ts'
import {
  AGREED,
  AHEAD,
  awaitsCustomer,
  awaitsDriver,
  CONFIRMED,
  FINISHED,
  hasDay,
  isAgreed,
  isHotJob,
  isLost,
  isUnanswered,
  LOST,
  NOT_BEGUN,
  noOneTookAt,
  ON_CALENDAR,
  PAST,
  referenceOf,
  respondBy,
  STATUSES,
  UNANSWERED,
  UNDER_WAY,
  UNTAKEN,
  WITH_DAY,
} from './rules.ts'
import { columnsOf, type BookingState } from './lifecycle/rules.ts'

describe('a booking’s reference', () => {
  it('is its own, also among those of one moment', () => {
    const clock = { now: () => new Date('2026-11-20T09:00:00Z') }
    const references = Array.from({ length: 100 }, () => referenceOf(newId(clock)))
    expect(new Set(references).size).toBe(100)
    for (const reference of references) expect(reference).toMatch(/^[0-9A-F]{8}$/)
  })
})

describe('respondBy', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  it.each([
    ['a week ahead: twelve hours', '2026-11-27T09:00:00Z', '2026-11-20T21:00:00Z'],
    ['fourteen hours ahead: both rules agree', '2026-11-20T23:00:00Z', '2026-11-20T21:00:00Z'],
    ['eight hours ahead: two hours before the start', '2026-11-20T17:00:00Z', '2026-11-20T15:00:00Z'],
    ['two hours ahead: never under twenty minutes', '2026-11-20T11:00:00Z', '2026-11-20T09:20:00Z'],
  ])('%s', (_, start, expected) => {
    expect(respondBy(now, new Date(start))).toEqual(new Date(expected))
  })

  it('leaves time before nobody took it', () => {
    const start = new Date('2026-11-20T11:00:00Z')
    expect(respondBy(now, start).getTime()).toBeLessThan(noOneTookAt(start).getTime())
  })
})

describe('the sets of statuses', () => {
  it('put every status either ahead or in the past', () => {
    expect([...AHEAD, ...PAST].toSorted()).toEqual(STATUSES.toSorted())
  })

  it('open the day, numbers and addresses only to whoever comes', () => {
    expect(STATUSES.filter(hasDay)).toEqual(['confirmed', 'in_progress', 'completed'])
    expect(STATUSES.filter(isLost)).toEqual(['not_taken_by_driver', 'rejected'])
    expect([...WITH_DAY, ...LOST, ...UNTAKEN, ...UNANSWERED, 'canceled_by_customer'].toSorted()).toEqual(
      STATUSES.toSorted(),
    )
  })

  it('are the same for the slices that only see views', () => {
    expect(fleet.HELD).toEqual(ON_CALENDAR)
    expect(fleet.HELD_CONFIRMED).toEqual(CONFIRMED)
    expect(fleet.HELD_UNDER_WAY).toEqual(UNDER_WAY)
    expect(fleet.HELD_NOT_BEGUN).toEqual(NOT_BEGUN)
    expect(fleet.HELD.filter(fleet.isHeldNew)).toEqual(UNANSWERED)
    expect(fleet.HELD.filter(fleet.isHeldAgreed)).toEqual(AGREED)
    expect(fleet.HELD.filter(fleet.isHeldDone)).toEqual(FINISHED)
  })
})

it.each<[BookingState, 'driver' | 'hot' | 'customer' | 'nobody']>([
  ['new_booking', 'driver'],
  ['hot', 'hot'],
  ['awaiting_verification', 'customer'],
  ['confirmed', 'nobody'],
  ['no_one_took', 'nobody'],
])('a booking that is %s waits for %s', (state, expected) => {
  const booking = columnsOf(state)
  const waits = { driver: awaitsDriver(booking), hot: isHotJob(booking), customer: awaitsCustomer(booking) }
  expect(Object.entries(waits).flatMap(([who, isSo]) => (isSo ? [who] : []))).toEqual(
    expected === 'nobody' ? [] : [expected],
  )
  expect(isAgreed(state)).toBe(state === 'confirmed')
  expect(isUnanswered(state)).toBe(state === 'new_booking')
})
