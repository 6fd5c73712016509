import { describe, expect, it } from 'vitest'
import { soonestStart } from './rules.ts'

describe('the soonest start that can be booked', () => {
  it.each([
    ['2026-11-28T09:30:00Z', '2026-11-28', '11:30'],
    ['2026-11-28T09:30:01Z', '2026-11-28', '12:00'],
    ['2026-11-28T09:41:00Z', '2026-11-28', '12:00'],
    ['2026-11-28T21:45:00Z', '2026-11-29', '00:00'],
    // London is an hour ahead of UTC in summer.
    ['2026-06-20T09:31:00Z', '2026-06-20', '13:00'],
  ])('at %s is %s %s', (now, date, time) => {
    expect(soonestStart(new Date(now))).toEqual({ date, time })
  })
})
